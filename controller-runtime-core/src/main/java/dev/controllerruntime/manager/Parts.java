package dev.controllerruntime.manager;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.cache.CacheObserver;
import dev.controllerruntime.cache.Caches;
import dev.controllerruntime.cache.CachesOptions;
import dev.controllerruntime.client.ApiException;
import dev.controllerruntime.client.CallInterruptedException;
import dev.controllerruntime.client.Clients;
import dev.controllerruntime.client.RuntimeClient;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.client.transport.WriteGate;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Timers;
import dev.controllerruntime.leaderelection.LeaderElection;
import dev.controllerruntime.leaderelection.LeaderElectionOptions;
import dev.controllerruntime.reconciler.EventRecorder;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the controllers of one manager share, connected. Nothing runs before it is started.
 *
 * @param client live; own writes show in the caches; not fenced
 * @param election null without leader election
 */
record Parts(
    Concurrency concurrency,
    Codec codec,
    Transport transport,
    ResourceResolver resources,
    Metering metering,
    RuntimeClient client,
    Caches caches,
    EventRecorder events,
    @Nullable LeaderElection election,
    Timers timers,
    RunObserver runObserver) {

  static Parts connect(ManagerOptions options, LeaderElection.Listener listener) {
    Concurrency concurrency = options.concurrency();
    Codec codec = Codec.json();
    Metering metering = new Metering(options.registry());
    Transport transport = new MeteredTransport(options.transport(), metering.metrics());
    ResourceResolver resources = ResourceResolver.discovering(transport, codec, concurrency);
    CacheObserver observer = options.cacheObserver();
    Caches caches =
        Caches.create(
            CachesOptions.builder()
                .transport(transport)
                .resources(resources)
                .codec(codec)
                .concurrency(concurrency)
                .observer(observer)
                .build());
    RuntimeClient bare = Clients.live(transport, resources, codec, concurrency);
    RuntimeClient client = bare.withListener(caches).withStartingBytes(caches::startingBytes);
    Timers timers = Timers.start(concurrency, "timers");
    LeaderElectionOptions electing = options.election();
    LeaderElection election = null;
    if (electing != null) {
      // A hanging request must leave time for another one before the deadline.
      RuntimeClient forLease = bare.withTimeout(electing.renewDeadline().dividedBy(2));
      election =
          new LeaderElection(electing, forLease, transport, codec, concurrency, timers, listener);
      metering.metrics().lease(electing.lease(), election::leading);
    }
    EventRecorder events =
        new EventRecorder(
            election == null ? client : client.withGate(election.fence()),
            options.identity(),
            concurrency);
    return new Parts(
        concurrency,
        codec,
        transport,
        resources,
        metering,
        client,
        caches,
        events,
        election,
        timers,
        options.runObserver());
  }

  /** Whether this process may act. */
  boolean leading() {
    return election == null || election.leading();
  }

  /** What a run that begins now must pass before each write. */
  WriteGate fenceOfRun() {
    return election == null ? WriteGate.OPEN : election.fence().ofCurrentTerm();
  }

  /** The client for writes outside of a run. */
  RuntimeClient outsideClient() {
    return election == null ? client : client.withGate(election.fence());
  }

  /** Whether the server has the kind: as its informer knows, else asked. */
  boolean present(Kind<?> kind) {
    Optional<Boolean> known = caches.present(kind);
    if (known.isPresent()) {
      return known.get();
    }
    try {
      return resources.present(kind);
    } catch (IOException e) {
      throw new ApiException(
          0, "", "Whether the server has " + kind.kind() + " is not known: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      concurrency.current().interrupt();
      throw new CallInterruptedException(
          "Interrupted while asking whether the server has " + kind.kind(), e);
    }
  }
}
