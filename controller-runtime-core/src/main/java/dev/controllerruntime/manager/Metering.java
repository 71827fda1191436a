package dev.controllerruntime.manager;

import dev.controllerruntime.metrics.RuntimeMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The registry of one manager and its text for Prometheus, whose registry is an optional
 * dependency: its classes are touched only where they are known to be there.
 */
final class Metering implements AutoCloseable {
  /** The text format of Prometheus. */
  static final String SCRAPE_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final String PROMETHEUS =
      "io.micrometer.prometheusmetrics.PrometheusMeterRegistry";

  private final MeterRegistry registry;
  private final boolean owned;
  private final boolean prometheus;
  private final RuntimeMetrics metrics;

  Metering(@Nullable MeterRegistry given) {
    this(given, onClassPath());
  }

  Metering(@Nullable MeterRegistry given, boolean prometheus) {
    this.prometheus = prometheus;
    this.owned = given == null;
    if (given != null) {
      registry = given;
    } else {
      registry = prometheus ? Prometheus.create() : new SimpleMeterRegistry();
    }
    this.metrics = new RuntimeMetrics(registry);
  }

  RuntimeMetrics metrics() {
    return metrics;
  }

  /** All meters as Prometheus reads them; empty where they cannot be told. */
  Optional<String> scrape() {
    metrics.refresh();
    return prometheus ? Prometheus.scrape(registry) : Optional.empty();
  }

  String whyNoScrape() {
    return prometheus
        ? "501: the meter registry given to the manager is none of Prometheus'; give it a"
            + " PrometheusMeterRegistry, or none at all"
        : "501: add the dependency io.micrometer:micrometer-registry-prometheus to serve /metrics";
  }

  private static boolean onClassPath() {
    try {
      Class.forName(PROMETHEUS, false, Metering.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  @Override
  public void close() {
    if (owned) {
      registry.close();
    }
  }

  /** Loaded only where Prometheus' registry is. */
  private static final class Prometheus {
    static MeterRegistry create() {
      return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    static Optional<String> scrape(MeterRegistry registry) {
      if (registry instanceof PrometheusMeterRegistry own) {
        return Optional.of(own.scrape());
      }
      if (registry instanceof CompositeMeterRegistry composite) {
        return composite.getRegistries().stream()
            .filter(PrometheusMeterRegistry.class::isInstance)
            .map(each -> ((PrometheusMeterRegistry) each).scrape())
            .findFirst();
      }
      return Optional.empty();
    }
  }
}
