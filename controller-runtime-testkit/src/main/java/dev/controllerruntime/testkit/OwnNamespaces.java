package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.Clients;
import dev.controllerruntime.client.WriteRefusedException;
import dev.controllerruntime.client.transport.Answer;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.Connection;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.client.transport.TransportException;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Monitor;
import io.kubernetes.client.openapi.models.V1Namespace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps a test, and the controllers it runs, to the namespaces it has made: in a cluster that is
 * not ours, every other write is refused before it is sent.
 */
final class OwnNamespaces {
  private static final String COLLECTION = "/api/v1/namespaces";
  private static final Kind<V1Namespace> KIND = Kind.of(V1Namespace.class);
  private static final Duration GONE_WITHIN = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(250);

  private final Concurrency concurrency;
  private final Codec codec = Codec.json();
  private final Transport transport;
  private final Client client;
  private final Monitor monitor;

  // Guarded by monitor.
  private final Set<String> made = new LinkedHashSet<>();

  private OwnNamespaces(Transport transport, Concurrency concurrency) {
    this.concurrency = concurrency;
    this.transport = transport;
    this.monitor = concurrency.monitor();
    this.client =
        Clients.live(
            transport,
            ResourceResolver.discovering(transport, codec, concurrency),
            codec,
            concurrency);
  }

  /** The cluster of a kubeconfig, for one test. */
  static Backend backend(Path kubeconfig) {
    Concurrency concurrency = Concurrency.system();
    Transport transport = Transport.http(Connection.kubeconfig(kubeconfig).client(), concurrency);
    OwnNamespaces own = new OwnNamespaces(transport, concurrency);
    return new RemoteBackend(Ground.CLUSTER, kubeconfig, own::guard, own::removeAll);
  }

  /** The transport with the guard before it. */
  Transport guard(Transport real) {
    return new Guarded(real);
  }

  private final class Guarded implements Transport {
    private final Transport real;

    Guarded(Transport real) {
      this.real = real;
    }

    @Override
    public Answer send(Call call) throws TransportException, InterruptedException {
      if (call.method().equals("GET") || allowed(call.path())) {
        return real.send(call);
      }
      if (call.method().equals("POST") && call.path().equals(COLLECTION)) {
        return create(call);
      }
      if (call.method().equals("PATCH") && call.path().startsWith(COLLECTION + "/")) {
        return applyNew(call, namespace(call.path()));
      }
      throw new WriteRefusedException(
          call
              + " was not sent: on ground cluster a test writes only to namespaces that it has made,"
              + " which are "
              + made(),
          null);
    }

    private Answer create(Call call) throws TransportException, InterruptedException {
      Answer answer = real.send(call);
      byte[] body = call.body();
      if (answer.status() == 201 && body != null) {
        remember(codec.read(body).metadata().key().name());
      }
      return answer;
    }

    /** An apply makes a namespace that is not there. */
    private Answer applyNew(Call call, String name)
        throws TransportException, InterruptedException {
      if (client.metadata(KIND, new ObjectKey("", name)).isPresent()) {
        throw new WriteRefusedException(
            call + " was not sent: namespace " + name + " was not made by this test", null);
      }
      Answer answer = real.send(call);
      if (answer.status() == 201) {
        remember(name);
      }
      return answer;
    }

    @Override
    public String server() {
      return real.server();
    }

    @Override
    public boolean closed() {
      return real.closed();
    }

    @Override
    public void close() {
      real.close();
    }
  }

  private boolean allowed(String path) {
    String namespace = namespace(path);
    return !namespace.isEmpty() && made().contains(namespace);
  }

  /** The namespace that a path is in; empty when it is in none. */
  private static String namespace(String path) {
    String mark = "/namespaces/";
    int at = path.indexOf(mark);
    if (at < 0) {
      return "";
    }
    int end = path.indexOf('/', at + mark.length());
    return end < 0 ? path.substring(at + mark.length()) : path.substring(at + mark.length(), end);
  }

  private void remember(String name) {
    monitor.lock();
    try {
      made.add(name);
    } finally {
      monitor.unlock();
    }
  }

  private List<String> made() {
    monitor.lock();
    try {
      return List.copyOf(made);
    } finally {
      monitor.unlock();
    }
  }

  private void removeAll() {
    try {
      made().forEach(name -> client.delete(KIND, new ObjectKey("", name)));
      long start = concurrency.nanoTime();
      for (List<String> left = left(); !left.isEmpty(); left = left()) {
        if (concurrency.nanoTime() - start > GONE_WITHIN.toNanos()) {
          throw new IllegalStateException(
              "namespaces made by the test were not gone within " + GONE_WITHIN + ": " + left);
        }
        concurrency.sleep(POLL);
      }
    } catch (InterruptedException e) {
      concurrency.current().interrupt();
      throw new IllegalStateException("interrupted while namespaces were removed", e);
    } finally {
      transport.close();
    }
  }

  private List<String> left() {
    return made().stream()
        .filter(name -> client.metadata(KIND, new ObjectKey("", name)).isPresent())
        .toList();
  }
}
