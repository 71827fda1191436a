package dev.controllerruntime.manager;

import dev.controllerruntime.cache.CacheObserver;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.leaderelection.LeaderElectionOptions;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The checked options of a manager.
 *
 * @param ownsTransport whether the manager closes it
 * @param election null without leader election
 * @param http null when nothing is served
 * @param registry null for one of the manager's own
 */
record ManagerOptions(
    Transport transport,
    boolean ownsTransport,
    Concurrency concurrency,
    @Nullable LeaderElectionOptions election,
    String identity,
    @Nullable InetSocketAddress http,
    @Nullable MeterRegistry registry,
    CacheObserver cacheObserver,
    RunObserver runObserver,
    Duration gracefulTimeout,
    boolean readyOnlyWhenLeading,
    List<HealthChecks.Check> readiness,
    List<HealthChecks.Check> liveness) {

  ManagerOptions {
    readiness = List.copyOf(readiness);
    liveness = List.copyOf(liveness);
  }
}
