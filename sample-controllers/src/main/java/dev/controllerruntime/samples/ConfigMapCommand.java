package dev.controllerruntime.samples;

import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.samples.configmap.ConfigMapController;
import dev.controllerruntime.samples.configmap.ConfigMapSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code samples configmap}. */
@Command(
    name = "configmap",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Rolls Deployments, StatefulSets and DaemonSets when the ConfigMaps and Secrets change that they"
          + " name in the annotation configmap.fabric8.io/update-on-change."
    })
final class ConfigMapCommand implements Callable<Integer> {
  @Mixin private final Runner runner = new Runner();

  @Option(
      names = "--debounce",
      paramLabel = "TIME",
      description = "How long sources must be quiet before a workload rolls, default 1s.")
  private @Nullable String debounce;

  @Option(
      names = "--max-wait",
      paramLabel = "TIME",
      description = "How long changes that do not end may hold a rollout back, default 5s.")
  private @Nullable String maxWait;

  @Override
  public Integer call() throws InterruptedException {
    return runner.run("configmap", this::controller);
  }

  private Controller<?> controller(Runner from) {
    Map<String, String> flags = new LinkedHashMap<>();
    if (debounce != null) {
      flags.put("debounce", debounce);
    }
    if (maxWait != null) {
      flags.put("max-wait", maxWait);
    }
    List<String> warnings = new ArrayList<>();
    ConfigMapSettings settings;
    try {
      settings = ConfigMapSettings.in(from.namespace()).parse(from.settings(flags), warnings);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationFault("wrong settings: " + e.getMessage(), e);
    }
    warnings.forEach(line -> System.err.println("samples: " + line));
    return ConfigMapController.controller(settings, Concurrency.system().random(), Narrator.LOG);
  }
}
