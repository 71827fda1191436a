package dev.controllerruntime.apiserver.cli;

import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.apiserver.RequestLog;
import dev.controllerruntime.apiserver.User;
import dev.controllerruntime.apiserver.http.HttpFront;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The API server as a process: writes a kubeconfig, says that it is ready, serves until SIGTERM.
 *
 * @since 0.1.0
 */
@Command(
    name = "apiserver",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "A Kubernetes API server in one process, its objects in memory.",
      "Writes a kubeconfig of an administrator, prints one line when it is ready, and serves until"
          + " SIGTERM or Ctrl-C."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:ended by a signal", "1:could not start; one line says why", "2:wrong usage"})
public final class ApiServerCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--kubeconfig",
      required = true,
      paramLabel = "FILE",
      description = "Where to write the kubeconfig; replaced when it exists.")
  private Path kubeconfig = Path.of("kubeconfig");

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Port on 127.0.0.1; 0, the default, takes a free one.")
  private int port;

  @Option(
      names = "--http",
      description = {
        "Plain HTTP instead of TLS. Clients such as kubectl send no token over it, so whoever"
            + " reaches the port without one is the administrator."
      })
  private boolean http;

  @Option(
      names = "--request-log",
      paramLabel = "FILE",
      description = "Append a JSON line per answered request.")
  private @Nullable Path requestLog;

  @Option(
      names = "--user",
      paramLabel = "NAME=FILE",
      description = "A further administrator, and where to write its kubeconfig; repeatable.")
  private final Map<String, Path> users = new LinkedHashMap<>();

  /** Made by {@link #main}; public for embedding in another command line. */
  public ApiServerCommand() {}

  /** Runs the command and exits the process with its code. */
  public static void main(String[] arguments) {
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine command = new CommandLine(new ApiServerCommand());
    command.setParameterExceptionHandler(
        (wrong, given) -> {
          command.getErr().println("apiserver: " + wrong.getMessage() + "; see apiserver --help");
          return command.getCommandSpec().exitCodeOnInvalidInput();
        });
    return command;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > 65_535) {
      throw new ParameterException(
          commandSpec().commandLine(), "--port must be 0 to 65535, is " + port);
    }
    SecureRandom random = new SecureRandom();
    Map<Path, String> tokens = new LinkedHashMap<>();
    try (RequestLogFile log = requestLog == null ? null : RequestLogFile.open(requestLog)) {
      ApiServer.Builder options =
          ApiServer.builder().requestLog(log == null ? RequestLog.NONE : log);
      if (http) {
        options.anonymous(User.admin());
      }
      admit(User.admin(), kubeconfig, options, tokens, random);
      users.forEach(
          (name, file) ->
              admit(new User(name, User.admin().groups()), file, options, tokens, random));
      return serve(options.build(Instant.now(), random), tokens);
    } catch (IOException e) {
      commandSpec().commandLine().getErr().println("apiserver: " + e.getMessage());
      return 1;
    }
  }

  private static void admit(
      User user,
      Path file,
      ApiServer.Builder options,
      Map<Path, String> tokens,
      SecureRandom random) {
    byte[] secret = new byte[24];
    random.nextBytes(secret);
    String token = HexFormat.of().formatHex(secret);
    options.token(token, user);
    tokens.put(file, token);
  }

  private Integer serve(ApiServer engine, Map<Path, String> tokens)
      throws IOException, InterruptedException {
    CountDownLatch stop = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    HttpFront front = HttpFront.builder().port(port).tls(!http).start(engine);
    try {
      for (Map.Entry<Path, String> each : tokens.entrySet()) {
        try {
          front.writeKubeconfig(each.getKey(), each.getValue());
        } catch (IOException e) {
          throw new IOException(
              "cannot write the kubeconfig " + each.getKey() + ": " + reason(e), e);
        }
      }
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    stop.countDown();
                    awaitQuietly(stopped);
                  },
                  "apiserver-stop"));
      commandSpec()
          .commandLine()
          .getOut()
          .println("ready: " + front.url() + ", kubeconfig " + kubeconfig);
      commandSpec().commandLine().getOut().flush();
      stop.await();
      return 0;
    } finally {
      front.close();
      stopped.countDown();
    }
  }

  private static void awaitQuietly(CountDownLatch stopped) {
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String reason(IOException e) {
    return e instanceof java.nio.file.FileSystemException f
        ? f.getClass().getSimpleName() + (f.getReason() == null ? "" : " " + f.getReason())
        : String.valueOf(e.getMessage());
  }

  private CommandSpec commandSpec() {
    if (spec == null) {
      throw new IllegalStateException("not run by a command line");
    }
    return spec;
  }
}
