package dev.controllerruntime.cache;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.Encoded;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One state for one reader: decoded when asked, at most once. */
final class LazyObserved<T> implements Observed<T> {
  private final Codec codec;
  private final Kind<T> kind;
  private final Encoded object;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable T decoded;

  LazyObserved(Codec codec, Kind<T> kind, Encoded object) {
    this.codec = codec;
    this.kind = kind;
    this.object = object;
  }

  @Override
  public ObjectMetadata metadata() {
    return object.metadata();
  }

  @Override
  public T get() {
    lock.lock();
    try {
      T value = decoded;
      if (value == null) {
        value = Decoding.decode(codec, kind, object);
        decoded = value;
      }
      return value;
    } finally {
      lock.unlock();
    }
  }
}
