package dev.controllerruntime.samples;

import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.samples.expose.ExposeController;
import dev.controllerruntime.samples.expose.ExposeSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** {@code samples expose}. */
@Command(
    name = "expose",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    modelTransformer = ExposeCommand.SettingOptions.class,
    description = {
      "Makes Services reachable through an Ingress that have the label expose=true or the annotation"
          + " fabric8.io/expose: \"true\", and writes their URL to fabric8.io/exposeUrl."
    })
final class ExposeCommand implements Callable<Integer> {
  @Mixin private final Runner runner = new Runner();

  @Spec private @Nullable CommandSpec spec;

  /** An option for each setting, so that none is forgotten here. */
  static final class SettingOptions implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec spec) {
      ExposeSettings.KEYS.forEach(
          (key, says) -> {
            // --http is the port of the health endpoint; that setting is given by --set http=true.
            if (spec.findOption("--" + key) == null) {
              spec.addOption(
                  OptionSpec.builder("--" + key)
                      .paramLabel("VALUE")
                      .type(String.class)
                      .description(says)
                      .build());
            }
          });
      return spec;
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    return runner.run("expose", this::controller);
  }

  private Controller<?> controller(Runner from) {
    ExposeSettings settings;
    try {
      settings = ExposeSettings.parse(from.settings(flags()));
    } catch (IllegalArgumentException e) {
      throw new ConfigurationFault(String.valueOf(e.getMessage()), e);
    }
    settings.warnings().forEach(line -> System.err.println("samples: " + line));
    return ExposeController.create(settings, from.namespace(), Narrator.LOG);
  }

  private Map<String, String> flags() {
    Map<String, String> flags = new LinkedHashMap<>();
    if (spec != null) {
      for (String key : ExposeSettings.KEYS.keySet()) {
        OptionSpec option = spec.findOption("--" + key);
        if (option != null && option.getValue() instanceof String value) {
          flags.put(key, value);
        }
      }
    }
    return flags;
  }
}
