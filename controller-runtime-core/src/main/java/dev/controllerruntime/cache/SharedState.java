package dev.controllerruntime.cache;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.CodecException;
import dev.controllerruntime.codec.Encoded;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One state of an object for all handlers of a change: decoded at most once for each view. */
final class SharedState {
  private final Codec codec;
  private final Encoded object;
  private final Consumer<CodecException> undecodable;

  /** Decoding happens under it; it spans no wait. */
  private final ReentrantLock lock = new ReentrantLock();

  /** The object, or the exception with which decoding failed, by view. */
  private final Map<Kind<?>, Object> views = new LinkedHashMap<>();

  SharedState(Codec codec, Encoded object, Consumer<CodecException> undecodable) {
    this.codec = codec;
    this.object = object;
    this.undecodable = undecodable;
  }

  <T> Observed<T> as(Kind<T> kind) {
    return new View<>(kind);
  }

  void audit(CacheObserver observer) {
    Map<Kind<?>, Object> decoded;
    lock.lock();
    try {
      if (views.isEmpty()) {
        return;
      }
      decoded = new LinkedHashMap<>(views);
    } finally {
      lock.unlock();
    }
    decoded.forEach(
        (kind, value) -> {
          if (!(value instanceof CodecException)) {
            observer.delivered(kind, object, value);
          }
        });
  }

  private <T> T decoded(Kind<T> kind) {
    lock.lock();
    try {
      @Nullable Object found = views.get(kind);
      if (found instanceof CodecException failed) {
        throw new CodecException(String.valueOf(failed.getMessage()), failed);
      }
      if (found != null) {
        return kind.type().cast(found);
      }
      T value = codec.decode(kind, object);
      views.put(kind, value);
      return value;
    } catch (CodecException e) {
      if (views.putIfAbsent(kind, e) == null) {
        undecodable.accept(e);
      }
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private final class View<T> implements Observed<T> {
    private final Kind<T> kind;

    View(Kind<T> kind) {
      this.kind = kind;
    }

    @Override
    public ObjectMetadata metadata() {
      return object.metadata();
    }

    @Override
    public T get() {
      return kind.view() == Kind.View.METADATA
          ? kind.type().cast(object.metadata())
          : decoded(kind);
    }
  }
}
