package dev.controllerruntime.manager;

import dev.controllerruntime.cache.CacheObserver;
import dev.controllerruntime.client.transport.ConfigurationException;
import dev.controllerruntime.client.transport.Connection;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.leaderelection.LeaderElectionOptions;
import io.kubernetes.client.openapi.ApiClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects and checks; see {@link Manager.Builder}. */
final class ManagerBuilder implements Manager.Builder {
  private static final Duration LONGEST_GRACE = Duration.ofMinutes(10);

  private @Nullable Supplier<Connection> connection;
  private @Nullable Transport transport;
  private Concurrency concurrency = Concurrency.system();
  private @Nullable String namespace;
  private @Nullable String lease;
  private @Nullable LeaderElectionOptions election;
  private @Nullable String identity;
  private @Nullable Integer port;
  private @Nullable InetSocketAddress address;
  private @Nullable MeterRegistry registry;
  private CacheObserver cacheObserver = CacheObserver.NONE;
  private RunObserver runObserver = RunObserver.NONE;
  private Duration gracefulTimeout = Duration.ofSeconds(20);
  private boolean readyOnlyWhenLeading;
  private final List<HealthChecks.Check> readiness = new ArrayList<>();
  private final List<HealthChecks.Check> liveness = new ArrayList<>();

  @Override
  public Manager.Builder connection(Connection given) {
    connection = () -> given;
    return this;
  }

  @Override
  public Manager.Builder kubeconfig(Path file) {
    connection = () -> Connection.kubeconfig(file);
    return this;
  }

  @Override
  public Manager.Builder apiClient(ApiClient client) {
    connection = () -> new Connection(client, "default", "ApiClient");
    return this;
  }

  @Override
  public Manager.Builder transport(Transport given) {
    transport = given;
    return this;
  }

  @Override
  public Manager.Builder concurrency(Concurrency given) {
    concurrency = given;
    return this;
  }

  @Override
  public Manager.Builder cacheObserver(CacheObserver observer) {
    cacheObserver = observer;
    return this;
  }

  @Override
  public Manager.Builder runObserver(RunObserver observer) {
    runObserver = observer;
    return this;
  }

  @Override
  public Manager.Builder namespace(String name) {
    namespace = name;
    return this;
  }

  @Override
  public Manager.Builder leaderElection(String leaseName) {
    lease = leaseName;
    return this;
  }

  @Override
  public Manager.Builder leaderElection(LeaderElectionOptions options) {
    election = options;
    return this;
  }

  @Override
  public Manager.Builder identity(String name) {
    identity = name;
    return this;
  }

  @Override
  public Manager.Builder http(int onPort) {
    port = onPort;
    return this;
  }

  @Override
  public Manager.Builder http(InetSocketAddress onAddress) {
    address = onAddress;
    return this;
  }

  @Override
  public Manager.Builder meterRegistry(MeterRegistry given) {
    registry = given;
    return this;
  }

  @Override
  public Manager.Builder gracefulTimeout(Duration timeout) {
    gracefulTimeout = timeout;
    return this;
  }

  @Override
  public Manager.Builder readyOnlyWhenLeading(boolean only) {
    readyOnlyWhenLeading = only;
    return this;
  }

  @Override
  public Manager.Builder readinessCheck(String name, Supplier<Optional<String>> check) {
    readiness.add(new HealthChecks.Check(name, check));
    return this;
  }

  @Override
  public Manager.Builder livenessCheck(String name, Supplier<Optional<String>> check) {
    liveness.add(new HealthChecks.Check(name, check));
    return this;
  }

  @Override
  public Manager build() {
    List<String> faults = new ArrayList<>();
    ConfigurationException unreachable = null;
    Connection connected = null;
    if (transport == null) {
      try {
        connected = (connection == null ? Connection.standard() : connection.get());
      } catch (ConfigurationException e) {
        unreachable = e;
        faults.add(String.valueOf(e.getMessage()));
      }
    } else if (connection != null) {
      faults.add("both a transport and a connection are given");
    }
    String who = identity == null ? hostName() : identity;
    String home =
        namespace != null ? namespace : connected == null ? "default" : connected.namespace();
    LeaderElectionOptions options = electionOptions(home, who, faults);
    checkRest(faults);
    if (!faults.isEmpty()) {
      if (unreachable != null && faults.size() == 1) {
        throw unreachable;
      }
      throw new IllegalArgumentException(
          "The manager's options are wrong: " + String.join("; ", faults));
    }
    return manager(connected, options, who);
  }

  private Manager manager(
      @Nullable Connection connected, @Nullable LeaderElectionOptions options, String who) {
    Transport given = transport;
    Transport used;
    if (given != null) {
      used = given;
    } else if (connected != null) {
      used = Transport.http(connected.client(), concurrency);
    } else {
      throw new IllegalStateException("neither a transport nor a connection");
    }
    return new RuntimeManager(
        new ManagerOptions(
            used,
            given == null,
            concurrency,
            options,
            who,
            listenAddress(),
            registry,
            cacheObserver,
            runObserver,
            gracefulTimeout,
            readyOnlyWhenLeading,
            readiness,
            liveness));
  }

  private @Nullable LeaderElectionOptions electionOptions(
      String home, String who, List<String> faults) {
    if (lease == null) {
      return election;
    }
    if (election != null) {
      faults.add("leader election is given twice: by the name of a lease and by options");
      return null;
    }
    LeaderElectionOptions.Builder builder = LeaderElectionOptions.builder(home, lease, who);
    List<String> wrong = builder.faults();
    faults.addAll(wrong);
    return wrong.isEmpty() ? builder.build() : null;
  }

  private void checkRest(List<String> faults) {
    if (port != null && address != null) {
      faults.add("http is given twice: by port and by address");
    }
    if (port != null && (port < 0 || port > 65_535)) {
      faults.add("http port must be 0 to 65535, found " + port);
    }
    if (address != null && address.isUnresolved()) {
      faults.add("http address " + address + " cannot be resolved");
    }
    if (gracefulTimeout.isNegative() || gracefulTimeout.compareTo(LONGEST_GRACE) > 0) {
      faults.add("gracefulTimeout must be 0 to 10 minutes, found " + gracefulTimeout);
    }
    if (readyOnlyWhenLeading && lease == null && election == null) {
      faults.add("readyOnlyWhenLeading needs leaderElection");
    }
  }

  private @Nullable InetSocketAddress listenAddress() {
    return address != null ? address : port == null ? null : new InetSocketAddress(port);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      // A host that does not know its own name still has an environment.
      String name = System.getenv("HOSTNAME");
      return name == null || name.isEmpty() ? "unknown-host" : name;
    }
  }
}
