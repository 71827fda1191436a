package dev.controllerruntime.metrics;

import dev.controllerruntime.api.Internal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * The meters of one manager: its controllers, its requests, its lease.
 *
 * @since 0.1.0
 */
@Internal
public final class RuntimeMetrics {
  /** The code of a request that got no answer, as in client-go. */
  public static final String NO_ANSWER = "<error>";

  private final MeterRegistry registry;
  private final List<ControllerMetrics> controllers = new CopyOnWriteArrayList<>();

  /** On the given registry, which the caller keeps. */
  public RuntimeMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /** The registry. */
  public MeterRegistry registry() {
    return registry;
  }

  /** Adds the meters of a controller; {@link ControllerMetrics#close()} takes them away. */
  public ControllerMetrics controller(String name, ControllerMetrics.Gauges gauges) {
    ControllerMetrics added = new ControllerMetrics(registry, name, gauges);
    controllers.add(added);
    return added;
  }

  /** Takes a controller's meters away. */
  public void remove(ControllerMetrics gone) {
    controllers.remove(gone);
    gone.close();
  }

  /** Shows whether this process leads. */
  public void lease(String name, BooleanSupplier leading) {
    Gauge.builder(MetricNames.LEADER.meter(), () -> leading.getAsBoolean() ? 1 : 0)
        .description(MetricNames.LEADER.help())
        .tags("name", name)
        .strongReference(true)
        .register(registry);
  }

  /**
   * Counts a request.
   *
   * @param code the HTTP status, or {@link #NO_ANSWER}
   * @param method of HTTP
   * @param host with port
   */
  public void request(String code, String method, String host) {
    Counter.builder(MetricNames.REQUESTS.meter())
        .description(MetricNames.REQUESTS.help())
        .tags("code", code, "host", host, "method", method)
        .register(registry)
        .increment();
  }

  /** Brings meters that come and go up to date; called before a scrape. */
  public void refresh() {
    controllers.forEach(ControllerMetrics::refresh);
  }
}
