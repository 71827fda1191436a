package dev.controllerruntime.demo;

import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.apiserver.User;
import dev.controllerruntime.apiserver.http.HttpFront;
import dev.controllerruntime.client.transport.Connection;
import dev.controllerruntime.manager.Manager;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The demo as a command; see {@code bin/demo --help}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts an API server in this process, loads a small application, and runs both sample"
          + " controllers.",
      "Tells what they do, one line per action, until Ctrl-C."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all has converged (--once), or ended by a signal",
      "1:could not start, or did not converge; one line says why",
      "2:wrong usage"
    })
public final class Demo implements Callable<Integer> {
  @Option(names = "--once", description = "End when everything has converged.")
  private boolean once;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Where to write the kubeconfig, default ${DEFAULT-VALUE}.")
  private Path kubeconfig = Path.of("target", "demo.kubeconfig");

  private final PrintStream out = System.out;

  private Demo() {}

  /** Runs the command and exits the process with its code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine command = new CommandLine(new Demo());
    command.setParameterExceptionHandler(
        (wrong, given) -> {
          command.getErr().println("demo: " + wrong.getMessage() + "; see bin/demo --help");
          return command.getCommandSpec().exitCodeOnInvalidInput();
        });
    return command;
  }

  @Override
  public Integer call() throws InterruptedException {
    SecureRandom random = new SecureRandom();
    byte[] secret = new byte[24];
    random.nextBytes(secret);
    String token = HexFormat.of().formatHex(secret);
    ApiServer engine = ApiServer.builder().token(token, User.admin()).build(Instant.now(), random);
    try (HttpFront front = HttpFront.builder().start(engine)) {
      try {
        front.writeKubeconfig(kubeconfig, token);
      } catch (IOException e) {
        System.err.println("demo: cannot write the kubeconfig " + kubeconfig + ": " + e);
        return 1;
      }
      return run(front);
    } catch (IOException e) {
      System.err.println("demo: " + e.getMessage());
      return 1;
    }
  }

  private int run(HttpFront front) throws IOException, InterruptedException {
    Application shop = Application.shop();
    out.println("An API server runs at " + front.url() + ".");
    try (Manager operator = Manager.builder().connection(connection()).build()) {
      operator.start();
      shop.load(operator.client());
      out.println("The application is loaded: " + shop.inventory() + ".");
      out.println();
      CountDownLatch stop = new CountDownLatch(1);
      try (Controllers controllers = Controllers.start(kubeconfig, new Story(out))) {
        Runtime.getRuntime().addShutdownHook(new Thread(stop::countDown, "demo-stop"));
        boolean converged = new Convergence(shop, operator.client()).await();
        if (once) {
          out.println();
          out.println(converged ? "All has converged." : "Not everything has converged.");
          return converged ? 0 : 1;
        }
        out.println();
        invite();
        stop.await();
        return 0;
      }
    }
  }

  private Connection connection() {
    return Connection.kubeconfig(kubeconfig);
  }

  private void invite() {
    String kubectl = "  kubectl --kubeconfig " + kubeconfig + " -n shop ";
    out.println("Try, in another terminal:");
    out.println(kubectl + "get services,ingresses");
    out.println(kubectl + "delete ingress web");
    out.println(kubectl + "annotate service ledger fabric8.io/expose=true --overwrite");
    out.println(kubectl + "patch configmap web --type=merge -p '{\"data\":{\"theme\":\"dark\"}}'");
    out.println(kubectl + "get events");
    out.println("Ctrl-C ends it.");
  }
}
