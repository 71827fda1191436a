package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.Encoded;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A list that decodes what it is asked for. */
final class EncodedListing<T> implements Listing<T> {
  private final Codec codec;
  private final Kind<T> kind;
  private final List<Encoded> items;
  private final String version;

  EncodedListing(Codec codec, Kind<T> kind, List<Encoded> items, String version) {
    this.codec = codec;
    this.kind = kind;
    this.items = List.copyOf(items);
    this.version = version;
  }

  @Override
  public int size() {
    return items.size();
  }

  @Override
  public List<ObjectKey> keys() {
    return items.stream().map(item -> item.metadata().key()).toList();
  }

  @Override
  public Stream<ObjectMetadata> metadata() {
    return items.stream().map(Encoded::metadata);
  }

  @Override
  public Listing<T> where(Predicate<? super T> predicate) {
    List<Encoded> kept = items.stream().filter(item -> test(predicate, item)).toList();
    return new EncodedListing<>(codec, kind, kept, version);
  }

  private boolean test(Predicate<? super T> predicate, Encoded item) {
    return predicate.test(new Decoding(item));
  }

  @Override
  public Stream<Observed<T>> observed() {
    return items.stream().map(Decoding::new);
  }

  @Override
  public Stream<T> stream() {
    return items.stream().map(item -> codec.decode(kind, item));
  }

  @Override
  public String resourceVersion() {
    return version;
  }

  @Override
  public String toString() {
    return kind.kind() + keys();
  }

  private final class Decoding implements Observed<T> {
    private final Encoded item;
    private volatile @Nullable T decoded;

    Decoding(Encoded item) {
      this.item = item;
    }

    @Override
    public ObjectMetadata metadata() {
      return item.metadata();
    }

    @Override
    public synchronized T get() {
      T known = decoded;
      if (known == null) {
        known = codec.decode(kind, item);
        decoded = known;
      }
      return known;
    }
  }
}
