package dev.controllerruntime.manager;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Stable;
import dev.controllerruntime.cache.CacheObserver;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.Reader;
import dev.controllerruntime.client.transport.Connection;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.leaderelection.LeaderElectionOptions;
import io.kubernetes.client.openapi.ApiClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Starts, stops and watches over controllers: caches before controllers, controllers only while
 * this process leads, the lease released only when the last of them has stopped.
 *
 * <p>Thread-safe. Several managers may live in one process; none has process-wide state, except
 * that {@link #run()} installs a shutdown hook.
 *
 * @since 0.1.0
 */
@Stable
public interface Manager extends AutoCloseable {
  /** A builder with the defaults. */
  static Builder builder() {
    return new ManagerBuilder();
  }

  /**
   * Adds a controller, before or after the start.
   *
   * @throws IllegalArgumentException when a controller of that name is there already, and after the
   *     start also when its wiring does not fit the server; lists all faults
   * @throws IllegalStateException after the stop
   */
  Running add(Controller<?> controller);

  /**
   * Starts, and returns after SIGTERM or SIGINT and a graceful stop, or after {@link #stop()} by
   * another thread. Installs a shutdown hook: the process ends when the stop is done, with the
   * JVM's status for the signal (143 or 130).
   *
   * @throws IllegalArgumentException see {@link #start()}
   */
  void run();

  /**
   * Starts and returns; touches nothing global. Asks the server about the wiring, once and for 2 s
   * at most, but does not wait for it: what is missing (server, permission, kind) is reported,
   * shown by {@code /readyz}, and waited for.
   *
   * @throws IllegalArgumentException when the wiring of controllers is wrong; lists all faults.
   *     Where the server cannot be asked, what only it knows is checked before the controller
   *     starts
   * @throws IllegalStateException when started before
   */
  void start();

  /**
   * Stops: running reconciles may finish and write for the graceful timeout (20 s by default), then
   * they are cancelled; at most 25 s in all with the defaults. A second call does nothing.
   */
  void stop();

  /** {@link #stop()}. */
  @Override
  void close();

  /**
   * Live reads and writes outside of a reconcile. Own writes show in the caches; with leader
   * election, writes are refused while this process does not lead.
   */
  Client client();

  /** Reads from the caches outside of a reconcile; waits for sync at most 2 minutes. */
  Reader cache();

  /** Whether this process may act: it leads, or there is no leader election, and it is started. */
  boolean leading();

  /** Whether {@code /readyz} would answer 200; the reasons why not, else empty. */
  Optional<String> notReady();

  /** Where health and metrics are served; empty when they are not. */
  Optional<InetSocketAddress> httpAddress();

  /** What may change while a controller runs. Thread-safe. */
  interface Running extends AutoCloseable {
    /**
     * Reconciles that may run at once.
     *
     * @throws IllegalArgumentException when it is less than 1
     */
    void workers(int count);

    /** Stops taking requests; what runs is finished. */
    void pause();

    /** Takes requests again. */
    void resume();

    /** Stops and removes the controller; drains it like {@link Manager#stop()}. */
    @Override
    void close();
  }

  /** Collects options; {@link #build()} checks them. Not thread-safe. */
  interface Builder {
    /**
     * How the server is reached. By default {@link Connection#standard()}: {@code KUBECONFIG},
     * {@code ~/.kube/config}, the service account of the pod.
     */
    Builder connection(Connection connection);

    /** The current context of a kubeconfig file. */
    Builder kubeconfig(Path file);

    /** A client that is set up already: its address, TLS and credentials are used. */
    Builder apiClient(ApiClient client);

    /** A transport of one's own; the manager does not close it. */
    @Internal
    Builder transport(Transport transport);

    /** Time, threads, waiting and chance. */
    @Internal
    Builder concurrency(Concurrency concurrency);

    /** Hears what the caches do. */
    @Internal
    Builder cacheObserver(CacheObserver observer);

    /** Hears of runs that fail. */
    @Internal
    Builder runObserver(RunObserver observer);

    /**
     * The namespace this process lives in: that of the Lease. By default that of the connection.
     */
    Builder namespace(String name);

    /**
     * Only one process acts at a time: the holder of this Lease of the namespace. Without it, all
     * do.
     */
    Builder leaderElection(String lease);

    /** As {@link #leaderElection(String)}, with all options. */
    Builder leaderElection(LeaderElectionOptions options);

    /** Who this process is, in the Lease and in Events; by default the host's name. */
    Builder identity(String name);

    /**
     * Serves {@code /livez}, {@code /readyz} and {@code /metrics} on this port of all addresses; 0
     * takes a free one. Off by default.
     */
    Builder http(int port);

    /** As {@link #http(int)}, on one address. */
    Builder http(InetSocketAddress address);

    /**
     * Where meters go. By default a registry of the manager's own: Prometheus' when {@code
     * micrometer-registry-prometheus} is on the class path, else one that only counts.
     */
    Builder meterRegistry(MeterRegistry registry);

    /** How long running reconciles may finish on stop; 20 s by default, 0 to 10 minutes. */
    Builder gracefulTimeout(Duration timeout);

    /**
     * Whether {@code /readyz} fails on a standby; false by default, for a rollout that waits for a
     * ready standby while the old leader still leads would not end.
     */
    Builder readyOnlyWhenLeading(boolean only);

    /**
     * A check of the user's own behind {@code /readyz}: empty when all is well, else the reason.
     * Must not block.
     */
    Builder readinessCheck(String name, Supplier<Optional<String>> check);

    /** A check of the user's own behind {@code /livez}; see {@link #readinessCheck}. */
    Builder livenessCheck(String name, Supplier<Optional<String>> check);

    /**
     * The manager; nothing is sent before its start. Close it also when it was never started.
     *
     * @throws IllegalArgumentException with all faults in one message
     * @throws dev.controllerruntime.client.transport.ConfigurationException when the only fault is
     *     that the server's address or credentials are missing or wrong; one line
     */
    Manager build();
  }
}
