package dev.controllerruntime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RuntimeMetricsTest {
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
  private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(?:\\{(.*)\\})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final RuntimeMetrics metrics = new RuntimeMetrics(registry);
  private final Map<Integer, Integer> depths = new TreeMap<>();
  private final ControllerMetrics expose =
      metrics.controller(
          "expose",
          new ControllerMetrics.Gauges(() -> 3, () -> 1, () -> 2.5, () -> 2, () -> depths));

  /**
   * Type, name and label names of everything a scrape shows, without the histograms' extra maximum.
   */
  private TreeSet<String> shown() {
    Map<String, String> types = new TreeMap<>();
    Map<String, String> labels = new TreeMap<>();
    for (String line : registry.scrape().split("\n")) {
      Matcher type = TYPE.matcher(line);
      if (type.matches()) {
        types.put(type.group(1), type.group(2));
        continue;
      }
      Matcher sample = SAMPLE.matcher(line);
      if (sample.matches()) {
        String name = sample.group(1).replaceFirst("_(bucket|count|sum)$", "");
        TreeSet<String> names = new TreeSet<>();
        Matcher label = LABEL.matcher(Objects.requireNonNullElse(sample.group(2), ""));
        while (label.find()) {
          names.add(label.group(1));
        }
        names.remove("le");
        labels.put(name, String.join(",", names));
      }
    }
    TreeSet<String> all = new TreeSet<>();
    types.forEach(
        (name, type) -> {
          if (!name.endsWith("_max")) {
            all.add(type + " " + name + " " + labels.get(name));
          }
        });
    return all;
  }

  private String sample(String series) {
    return registry
        .scrape()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .map(line -> line.substring(series.length() + 1))
        .findFirst()
        .orElse("absent");
  }

  @Test
  void namesTypesAndLabels_areThoseOfControllerRuntime() throws IOException {
    metrics.lease("my-controllers", () -> true);
    metrics.request("200", "GET", "127.0.0.1:6443");
    List<String> recorded;
    try (InputStream in = getClass().getResourceAsStream("controller-runtime-v0.25.2.txt")) {
      recorded =
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .toList();
    }
    assertThat(shown()).containsExactlyElementsOf(new TreeSet<>(recorded));
  }

  @Test
  void everySeries_existsAtZeroFromTheStart() {
    for (String result : List.of("success", "error", "requeue", "requeue_after")) {
      assertThat(
              sample(
                  "controller_runtime_reconcile_total{controller=\"expose\",result=\""
                      + result
                      + "\"}"))
          .isEqualTo("0.0");
    }
    assertThat(sample("workqueue_depth{controller=\"expose\",name=\"expose\",priority=\"0\"}"))
        .isEqualTo("0.0");
    assertThat(sample("controller_runtime_reconcile_time_seconds_count{controller=\"expose\"}"))
        .isEqualTo("0");
  }

  @Test
  void terminalError_countsAsErrorToo() {
    expose.terminal();
    expose.reconciled(ControllerMetrics.Result.ERROR, Duration.ofMillis(20));
    assertThat(sample("controller_runtime_terminal_reconcile_errors_total{controller=\"expose\"}"))
        .isEqualTo("1.0");
    assertThat(sample("controller_runtime_reconcile_errors_total{controller=\"expose\"}"))
        .isEqualTo("1.0");
    assertThat(
            sample(
                "controller_runtime_reconcile_time_seconds_bucket{controller=\"expose\",le=\"0.025\"}"))
        .isEqualTo("1");
    assertThat(
            sample(
                "controller_runtime_reconcile_time_seconds_bucket{controller=\"expose\",le=\"0.01\"}"))
        .isEqualTo("0");
  }

  @Test
  void newPriority_getsItsOwnDepth_afterARefresh() {
    depths.put(-100, 7);
    metrics.refresh();
    assertThat(sample("workqueue_depth{controller=\"expose\",name=\"expose\",priority=\"-100\"}"))
        .isEqualTo("7.0");
  }

  @Test
  void removedController_leavesNoSeriesBehind() {
    metrics.remove(expose);
    assertThat(registry.scrape()).doesNotContain("expose");
  }
}
