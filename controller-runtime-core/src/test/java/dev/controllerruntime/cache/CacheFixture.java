package dev.controllerruntime.cache;

import dev.controllerruntime.api.Change;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.TestServer;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.codec.TestObject;
import dev.controllerruntime.concurrent.TurnTaking;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Caches over a server in memory, on threads that take turns. */
public final class CacheFixture implements CacheObserver {
  public static final Kind<V1ConfigMap> MAPS = Kind.of(V1ConfigMap.class);
  public static final Kind<V1Secret> SECRETS = Kind.of(V1Secret.class);

  public final TurnTaking time = new TurnTaking();
  public final TestServer server = new TestServer(time);
  public final Codec codec = Codec.json();
  public final Caches caches;

  public final List<String> skipped = new ArrayList<>();
  public final List<String> failed = new ArrayList<>();
  public final List<String> audited = new ArrayList<>();

  public CacheFixture() {
    caches =
        Caches.create(
            CachesOptions.builder()
                .transport(server)
                .resources(ResourceResolver.discovering(server, codec, time))
                .codec(codec)
                .concurrency(time)
                .observer(this)
                .build());
  }

  /** Started, with everything that the server has. */
  public CacheFixture synced() {
    caches.start();
    time.settle();
    return this;
  }

  /** What a list of ConfigMaps out of the cache shows. */
  List<String> seen(ListOption... options) {
    return caches
        .reader()
        .list(MAPS, options)
        .metadata()
        .map(metadata -> metadata.key() + "@" + metadata.resourceVersion())
        .toList();
  }

  public List<String> owned(String owner) {
    return caches.ownedBy(MAPS, "uid-" + owner, time.clock().instant().plusSeconds(10)).stream()
        .map(metadata -> metadata.key() + "@" + metadata.resourceVersion())
        .toList();
  }

  /** An own write of the ConfigMap was answered. */
  void stored(TestObject object) {
    caches.stored(MAPS, object.encoded());
  }

  void deleted(TestObject object) {
    caches.deleted(MAPS, ObjectKey.of(object.namespace() + "/" + object.name()), object.uid());
  }

  /** Writes down what it is told: {@code +shop/a@11 initial}. */
  public static final class Recorder<T> implements ChangeHandler<T> {
    public final List<String> told = new ArrayList<>();

    @Override
    public void changed(Change<T> change, boolean initial) {
      String before = change.before().map(s -> s.metadata().resourceVersion()).orElse("");
      String after = change.after().map(s -> s.metadata().resourceVersion()).orElse("");
      String what =
          before.isEmpty()
              ? "+" + change.key() + "@" + after
              : after.isEmpty()
                  ? "-" + change.key() + "@" + before
                  : change.key() + "@" + before + "→" + after;
      told.add(initial ? what + " initial" : what);
    }

    @Override
    public void synced() {
      told.add("synced");
    }

    /** What was told since the last call. */
    public List<String> since() {
      List<String> since = List.copyOf(told);
      told.clear();
      return since;
    }
  }

  <T> Recorder<T> record(Informer<T> informer) {
    Recorder<T> recorder = new Recorder<>();
    informer.addHandler(recorder);
    return recorder;
  }

  @Override
  public void skipped(Kind<?> kind, String message) {
    skipped.add(message);
  }

  @Override
  public void handlerFailed(Kind<?> kind, Throwable failure) {
    failed.add(String.valueOf(failure.getMessage()));
  }

  @Override
  public void delivered(Kind<?> kind, Encoded stored, Object decoded) {
    audited.add(TestObject.text(stored) + " as " + decoded.getClass().getSimpleName());
  }

  public static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }
}
