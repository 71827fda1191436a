package dev.controllerruntime.samples;

import dev.controllerruntime.api.Preview;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The samples as one command with a subcommand per controller.
 *
 * @since 0.1.0
 */
@Preview
@Command(
    name = "samples",
    mixinStandardHelpOptions = true,
    description = "Kubernetes controllers: each subcommand runs one of them.",
    subcommands = {ExposeCommand.class, ConfigMapCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:ended by itself (--once)",
      "1:could not start, or could not make its pass; one line says why",
      "2:wrong usage",
      "130, 143:ended by SIGINT, SIGTERM"
    })
public final class Samples {
  private Samples() {}

  /** Runs the command and exits the process with its code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command line, for tests and other launchers. */
  static CommandLine commandLine() {
    CommandLine command = new CommandLine(new Samples());
    command.setParameterExceptionHandler(
        (wrong, given) -> {
          wrong
              .getCommandLine()
              .getErr()
              .println("samples: " + wrong.getMessage() + "; see samples --help");
          return wrong.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
        });
    command.setExecutionExceptionHandler(
        (failed, where, given) -> {
          if (failed instanceof ConfigurationFault) {
            where.getErr().println("samples: " + failed.getMessage());
            return where.getCommandSpec().exitCodeOnExecutionException();
          }
          throw failed;
        });
    return command;
  }
}
