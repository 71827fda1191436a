package dev.controllerruntime.manager;

import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.Reader;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Monitor;
import dev.controllerruntime.concurrent.ShutdownHook;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.controller.ControllerSpec;
import dev.controllerruntime.controller.WiringException;
import dev.controllerruntime.leaderelection.LeaderElection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life cycle.
 *
 * <pre>
 *   built ─► started ─► stopping ─► stopped
 *     └───────────────────────────────▲
 * </pre>
 */
final class RuntimeManager implements Manager {
  private static final Logger LOG = LoggerFactory.getLogger(Manager.class);

  /** How long a stop may take beyond the drain, in all; the steps below share it. */
  private static final Duration BEYOND_DRAIN = Duration.ofSeconds(5);

  /**
   * A server that takes connections but does not answer holds the start no longer than this; each
   * controller then asks before it runs.
   */
  private static final Duration ASK_AT_MOST = Duration.ofSeconds(2);

  enum State {
    BUILT,
    STARTED,
    STOPPING,
    STOPPED
  }

  private final ManagerOptions options;
  private final Parts parts;
  private final HealthChecks readiness;
  private final HealthChecks liveness;
  private final Monitor monitor;

  // Guarded by monitor, which is never held while something else is waited for.
  private State state = State.BUILT;
  private boolean acting;
  private final Map<String, Registration> controllers = new LinkedHashMap<>();
  private @Nullable HttpEndpoint http;

  RuntimeManager(ManagerOptions options) {
    this.options = options;
    this.monitor = options.concurrency().monitor();
    this.parts =
        Parts.connect(
            options,
            new LeaderElection.Listener() {
              @Override
              public void gained(long term) {
                act(true, "");
              }

              @Override
              public void lost(String why) {
                act(false, why);
              }
            });
    this.readiness = new HealthChecks(new ReadinessChecks(options, parts, this)::checks);
    this.liveness = new HealthChecks(options::liveness);
  }

  @Override
  public Running add(Controller<?> controller) {
    ControllerSpec<?> spec = ControllerSpec.of(controller);
    Registration added = new Registration(spec, options.concurrency().monitor(), this::remove);
    boolean launch;
    monitor.lock();
    try {
      if (state == State.STOPPING || state == State.STOPPED) {
        throw new IllegalStateException("The manager has stopped: nothing can be added");
      }
      if (controllers.putIfAbsent(spec.name(), added) != null) {
        throw new WiringException(
            "controller " + spec.name(), List.of("another controller has the same name"));
      }
      launch = state == State.STARTED;
    } finally {
      monitor.unlock();
    }
    if (launch) {
      try {
        launch(added, check(List.of(added)));
      } catch (WiringException e) {
        forget(added);
        throw e;
      }
    }
    return added;
  }

  @Override
  public void start() {
    List<Registration> all;
    monitor.lock();
    try {
      if (state != State.BUILT) {
        throw new IllegalStateException("The manager was started or stopped before");
      }
      all = List.copyOf(controllers.values());
    } finally {
      monitor.unlock();
    }
    boolean checked = check(all);
    serve();
    monitor.lock();
    try {
      if (state != State.BUILT) {
        throw new IllegalStateException("The manager was started or stopped meanwhile");
      }
      state = State.STARTED;
      all = List.copyOf(controllers.values());
    } finally {
      monitor.unlock();
    }
    LOG.info(
        "Starting at {} with controllers {}",
        parts.transport().server(),
        all.stream().map(each -> each.spec().name()).toList());
    parts.events().start();
    all.forEach(each -> launch(each, checked));
    parts.caches().start();
    LeaderElection election = parts.election();
    if (election == null) {
      act(true, "");
    } else {
      election.start();
    }
  }

  /**
   * Asks the server about the wiring.
   *
   * @return false when it could not be asked; then each controller does it before it runs
   * @throws WiringException with all faults of all controllers
   */
  private boolean check(List<Registration> all) {
    StartCheck asked = StartCheck.ask(all, parts.resources().askingOnce(), options.concurrency());
    List<String> faults;
    try {
      faults = asked.faults(ASK_AT_MOST);
    } catch (IOException e) {
      LOG.warn("The wiring could not be checked yet: {}", e.getMessage());
      return false;
    } catch (InterruptedException e) {
      options.concurrency().current().interrupt();
      throw new IllegalStateException("Interrupted while the wiring was checked", e);
    }
    if (!faults.isEmpty()) {
      throw new WiringException("the manager", faults);
    }
    return true;
  }

  private void serve() {
    InetSocketAddress address = options.http();
    if (address == null) {
      return;
    }
    HttpEndpoint endpoint =
        new HttpEndpoint(address, liveness, readiness, parts.metering(), options.concurrency());
    endpoint.start();
    monitor.lock();
    try {
      http = endpoint;
    } finally {
      monitor.unlock();
    }
    LOG.info("Health and metrics are served on {}", endpoint.address());
  }

  private void launch(Registration registration, boolean checked) {
    ControllerRuntime<?> runtime = new ControllerRuntime<>(registration.spec(), parts, checked);
    monitor.lock();
    try {
      if (state != State.STARTED) {
        runtime.close();
        return;
      }
      registration.attach(runtime);
      if (acting) {
        runtime.lead();
      }
    } finally {
      monitor.unlock();
    }
    runtime.start();
  }

  /** Opens or holds the intake of all controllers. */
  private void act(boolean act, String why) {
    monitor.lock();
    try {
      acting = act;
      for (ControllerRuntime<?> each : runtimes()) {
        if (act) {
          each.lead();
        } else {
          each.standBy(why);
        }
      }
    } finally {
      monitor.unlock();
    }
  }

  /** Those that exist, in the order they were added. */
  List<ControllerRuntime<?>> runtimes() {
    List<ControllerRuntime<?>> all = new ArrayList<>();
    monitor.lock();
    try {
      for (Registration each : controllers.values()) {
        ControllerRuntime<?> runtime = each.runtime();
        if (runtime != null) {
          all.add(runtime);
        }
      }
    } finally {
      monitor.unlock();
    }
    return all;
  }

  State state() {
    monitor.lock();
    try {
      return state;
    } finally {
      monitor.unlock();
    }
  }

  private void remove(Registration gone) {
    ControllerRuntime<?> runtime = gone.runtime();
    if (runtime != null && holds(gone)) {
      try {
        runtime.stop(options.gracefulTimeout(), BEYOND_DRAIN);
      } catch (InterruptedException e) {
        options.concurrency().current().interrupt();
        LOG.warn("Interrupted while controller {} was draining", runtime.name());
      }
      runtime.close();
    }
    forget(gone);
  }

  /** False once it was removed: a second close must not touch a successor of the same name. */
  private boolean holds(Registration registration) {
    monitor.lock();
    try {
      return state == State.STARTED && controllers.get(registration.spec().name()) == registration;
    } finally {
      monitor.unlock();
    }
  }

  private void forget(Registration gone) {
    monitor.lock();
    try {
      controllers.remove(gone.spec().name(), gone);
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void run() {
    start();
    try (ShutdownHook hook = ShutdownHook.install("manager-shutdown", this::stop)) {
      LOG.debug("Installed {}", hook);
      awaitStopped();
    } catch (InterruptedException e) {
      stop();
      options.concurrency().current().interrupt();
    }
  }

  private void awaitStopped() throws InterruptedException {
    monitor.lock();
    try {
      while (state != State.STOPPED) {
        monitor.await();
      }
    } finally {
      monitor.unlock();
    }
  }

  @Override
  public void stop() {
    State before;
    monitor.lock();
    try {
      before = state;
      if (before == State.BUILT || before == State.STARTED) {
        state = State.STOPPING;
      }
    } finally {
      monitor.unlock();
    }
    // On a thread of its own: an interrupt of the caller must not cut the drain short.
    if (before == State.BUILT || before == State.STARTED) {
      options
          .concurrency()
          .start("manager-stop", ThreadKind.PLATFORM, () -> end(before == State.STARTED));
    }
    try {
      awaitStopped();
    } catch (InterruptedException e) {
      options.concurrency().current().interrupt();
      LOG.warn("Interrupted while the manager was stopping; it stops in the background");
    }
  }

  private void end(boolean started) {
    try {
      new Shutdown(options, parts, BEYOND_DRAIN).stop(runtimes(), started);
    } catch (InterruptedException e) {
      LOG.warn("The stop of the manager was interrupted");
    } finally {
      HttpEndpoint serving;
      monitor.lock();
      try {
        state = State.STOPPED;
        serving = http;
        monitor.signalAll();
      } finally {
        monitor.unlock();
      }
      if (serving != null) {
        serving.close();
      }
    }
  }

  @Override
  public void close() {
    stop();
  }

  @Override
  public Client client() {
    return parts.outsideClient();
  }

  @Override
  public Reader cache() {
    return parts.caches().reader();
  }

  @Override
  public boolean leading() {
    return state() == State.STARTED && parts.leading();
  }

  @Override
  public Optional<String> notReady() {
    return readiness.failing();
  }

  @Override
  public Optional<InetSocketAddress> httpAddress() {
    monitor.lock();
    try {
      return Optional.ofNullable(http).map(HttpEndpoint::address);
    } finally {
      monitor.unlock();
    }
  }

  Quiescence quiescence() {
    return new ManagerQuiescence(this, parts);
  }
}
