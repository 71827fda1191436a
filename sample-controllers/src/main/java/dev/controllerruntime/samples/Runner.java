package dev.controllerruntime.samples;

import dev.controllerruntime.client.transport.ConfigurationException;
import dev.controllerruntime.client.transport.Connection;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.manager.Manager;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that all controllers share, and running one of them with these. */
final class Runner {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Kubeconfig; by default $KUBECONFIG, ~/.kube/config, or the pod's account.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings as a YAML mapping; options on the command line win over it.")
  private @Nullable Path config;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description =
          "The controller's own namespace: by default $POD_NAMESPACE, then the context's.")
  private @Nullable String namespace;

  @Option(
      names = "--lease",
      paramLabel = "NAME",
      description = "Lease of the leader election; by default samples-<controller>.")
  private @Nullable String lease;

  @Option(
      names = "--identity",
      paramLabel = "NAME",
      description = "Who this process is in the Lease and in events; by default the host's name.")
  private @Nullable String identity;

  @Option(
      names = "--http",
      paramLabel = "PORT",
      description = "Serve /livez, /readyz and /metrics on this port; 0 takes a free one.")
  private @Nullable Integer http;

  @Option(names = "--once", description = "Make one pass and end; gives up after 60 s.")
  private boolean once;

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A setting; may be repeated.")
  private Map<String, String> set = new LinkedHashMap<>();

  private @Nullable Connection connection;

  /** The settings: those of the file, then those of the command line. */
  Map<String, String> settings(Map<String, String> flags) {
    Map<String, String> values = new LinkedHashMap<>();
    if (config != null) {
      values.putAll(SettingsFile.read(config));
    }
    values.putAll(set);
    values.putAll(flags);
    return values;
  }

  /** The controller's own namespace. */
  String namespace() {
    if (namespace != null) {
      return namespace;
    }
    String pod = System.getenv("POD_NAMESPACE");
    return pod == null || pod.isBlank() ? connection().namespace() : pod;
  }

  private Connection connection() {
    Connection known = connection;
    if (known == null) {
      try {
        known = kubeconfig == null ? Connection.standard() : Connection.kubeconfig(kubeconfig);
      } catch (ConfigurationException e) {
        throw new ConfigurationFault(String.valueOf(e.getMessage()), e);
      }
      connection = known;
    }
    return known;
  }

  /**
   * Runs a controller until SIGTERM, or once.
   *
   * @return the exit code
   */
  int run(String name, Function<Runner, Controller<?>> controller) throws InterruptedException {
    Controller<?> made = controller.apply(this);
    Manager.Builder builder = Manager.builder().connection(connection()).namespace(namespace());
    if (identity != null) {
      builder.identity(identity);
    }
    if (http != null) {
      builder.http(http);
    }
    if (!once) {
      builder.leaderElection(lease == null ? "samples-" + name : lease).readyOnlyWhenLeading(true);
    }
    try (Manager manager = builder.build()) {
      manager.add(made);
      if (once) {
        return new OnePass(manager).run();
      }
      manager.run();
      return 0;
    } catch (IllegalArgumentException | ConfigurationException e) {
      throw new ConfigurationFault(String.valueOf(e.getMessage()), e);
    }
  }
}
