package dev.controllerruntime.samples;

import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.samples.expose.ExposeController;
import dev.controllerruntime.samples.expose.ExposeSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code samples expose}. */
@Command(
    name = "expose",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes Services reachable through an Ingress that have the label expose=true or the annotation"
          + " fabric8.io/expose: \"true\", and writes their URL to fabric8.io/exposeUrl."
    })
final class ExposeCommand implements Callable<Integer> {
  @Mixin private final Runner runner = new Runner();

  @Option(
      names = "--domain",
      paramLabel = "DOMAIN",
      description = "The domain under which hosts are made; needed here or in the settings.")
  private @Nullable String domain;

  @Option(
      names = "--exposer",
      paramLabel = "NAME",
      description = "How Services are exposed; this version has Ingress only, the default.")
  private @Nullable String exposer;

  @Option(
      names = "--path-mode",
      paramLabel = "MODE",
      description = "path: Services share the domain as host, each under its own path.")
  private @Nullable String pathMode;

  @Override
  public Integer call() throws InterruptedException {
    return runner.run("expose", this::controller);
  }

  private Controller<?> controller(Runner from) {
    Map<String, String> flags = new LinkedHashMap<>();
    put(flags, "domain", domain);
    put(flags, "exposer", exposer);
    put(flags, "path-mode", pathMode);
    ExposeSettings settings;
    try {
      settings = ExposeSettings.parse(from.settings(flags));
    } catch (IllegalArgumentException e) {
      throw new ConfigurationFault(String.valueOf(e.getMessage()), e);
    }
    settings.warnings().forEach(line -> System.err.println("samples: " + line));
    return ExposeController.create(settings, from.namespace(), Narrator.LOG);
  }

  private static void put(Map<String, String> flags, String key, @Nullable String value) {
    if (value != null) {
      flags.put(key, value);
    }
  }
}
