package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.Clients;
import dev.controllerruntime.client.ConflictException;
import dev.controllerruntime.client.NotFoundException;
import dev.controllerruntime.client.Patch;
import dev.controllerruntime.client.WriteOption;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.Requests;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.StatusException;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.concurrent.Concurrency;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Empties a real control plane after a test: whatever was not there at its start goes, with its
 * finalizers if need be, for the controllers that would take them away have stopped. Namespaces are
 * emptied and finalized from here: the namespace controller waits 5 s before it looks at one.
 */
final class Leftovers {
  private static final Duration GONE_WITHIN = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration REQUEST = Duration.ofSeconds(30);
  private static final String NAMESPACES = "Namespace";

  /** What the control plane writes there by itself is not a test's business. */
  private static final List<String> SYSTEM =
      List.of("kube-system", "kube-public", "kube-node-lease");

  private final Client client;
  private final Requests requests;
  private final Codec codec = Codec.json();
  private final ServedKinds served;
  private final Concurrency concurrency;
  private final Set<String> before = new LinkedHashSet<>();

  Leftovers(Transport transport, Concurrency concurrency) {
    this.requests = new Requests(transport, codec, concurrency);
    this.client =
        Clients.live(
            transport,
            ResourceResolver.discovering(transport, codec, concurrency),
            codec,
            concurrency);
    this.served = new ServedKinds(transport, codec, concurrency);
    this.concurrency = concurrency;
  }

  private record Found(Kind<ObjectMetadata> kind, ObjectMetadata object) {
    String name() {
      return kind.kind() + "." + kind.group() + " " + object.key();
    }

    boolean isNamespace() {
      return kind.kind().equals(NAMESPACES) && kind.group().isEmpty();
    }

    boolean isIn(String namespace) {
      return object.key().namespace().equals(namespace);
    }
  }

  /** What is there now belongs to the control plane. */
  void remember() {
    all().forEach(found -> before.add(found.name()));
  }

  /**
   * Removes everything else and waits until it is gone.
   *
   * @throws IllegalStateException when something stays; names it
   */
  void remove() {
    long start = concurrency.nanoTime();
    for (List<Found> left = extra(); !left.isEmpty(); left = extra()) {
      if (concurrency.nanoTime() - start > GONE_WITHIN.toNanos()) {
        throw new IllegalStateException(
            "the control plane could not be emptied within "
                + GONE_WITHIN
                + "; left: "
                + left.stream().map(Found::name).toList());
      }
      for (Found found : left) {
        if (found.isNamespace() && found.object().deleting()) {
          finalizeWhenEmpty(found.object().key().name(), left);
        } else {
          remove(found);
        }
      }
      pause();
    }
  }

  private void remove(Found found) {
    ObjectKey key = found.object().key();
    try {
      if (!found.object().deleting()) {
        client.delete(
            found.kind(), key, WriteOption.propagation(WriteOption.Propagation.BACKGROUND));
      } else if (!found.object().finalizers().isEmpty()) {
        client.patch(
            Kind.dynamic(found.kind().apiVersion(), found.kind().kind()),
            key,
            Patch.merge("{\"metadata\":{\"finalizers\":null}}"));
      }
    } catch (NotFoundException | ConflictException e) {
      // It has gone, or moved, meanwhile: the next look tells.
      return;
    }
  }

  private void finalizeWhenEmpty(String namespace, List<Found> left) {
    if (left.stream().anyMatch(found -> found.isIn(namespace))) {
      return;
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("apiVersion", "v1");
    body.put("kind", NAMESPACES);
    body.put("metadata", Map.of("name", namespace));
    body.put("spec", Map.of("finalizers", List.of()));
    Call call =
        new Call(
            "PUT",
            "/api/v1/namespaces/" + namespace + "/finalize",
            Map.of(),
            Map.of("Content-Type", "application/json"),
            codec.bytes(body),
            REQUEST,
            null);
    try {
      requests.send(call);
    } catch (StatusException e) {
      if (e.status().code() != 404 && e.status().code() != 409) {
        throw new IllegalStateException("namespace " + namespace + " could not be finalized", e);
      }
    } catch (IOException e) {
      throw new IllegalStateException("namespace " + namespace + " could not be finalized", e);
    } catch (InterruptedException e) {
      concurrency.current().interrupt();
      throw new IllegalStateException("interrupted while the control plane was emptied", e);
    }
  }

  private List<Found> extra() {
    return all().stream().filter(found -> !before.contains(found.name())).toList();
  }

  private List<Found> all() {
    List<Found> all = new ArrayList<>();
    for (Kind<ObjectMetadata> kind : served.deletable()) {
      try {
        client
            .list(kind)
            .metadata()
            .filter(each -> !SYSTEM.contains(each.key().namespace()))
            .forEach(each -> all.add(new Found(kind, each)));
      } catch (NotFoundException e) {
        // Its definition has gone since the kinds were asked for.
        continue;
      }
    }
    return all;
  }

  private void pause() {
    try {
      concurrency.sleep(POLL);
    } catch (InterruptedException e) {
      concurrency.current().interrupt();
      throw new IllegalStateException("interrupted while the control plane was emptied", e);
    }
  }
}
