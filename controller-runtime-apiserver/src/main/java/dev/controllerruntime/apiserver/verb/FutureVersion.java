package dev.controllerruntime.apiserver.verb;

/** A read asks for a version that is not there yet: it waits. Has no stack trace. */
final class FutureVersion extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final long version;

  FutureVersion(long version) {
    super("waits for version " + version, null, false, false);
    this.version = version;
  }

  long version() {
    return version;
  }
}
