package dev.controllerruntime.samples;

/** What the user gave is missing or wrong: one line that says what, where, and what to do. */
final class ConfigurationFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConfigurationFault(String line, Throwable cause) {
    super(line.replace('\n', ' '), cause);
  }

  ConfigurationFault(String line) {
    super(line.replace('\n', ' '));
  }
}
