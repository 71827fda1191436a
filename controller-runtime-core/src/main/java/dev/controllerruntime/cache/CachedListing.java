package dev.controllerruntime.cache;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.Observed;
import dev.controllerruntime.api.Predicate;
import dev.controllerruntime.client.Listing;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.CodecException;
import dev.controllerruntime.codec.Encoded;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A list out of one snapshot. An element that cannot be decoded is reported and left out of {@link
 * #stream()}; its key and metadata stay.
 */
final class CachedListing<T> implements Listing<T> {
  private final Codec codec;
  private final Kind<T> kind;
  private final List<Encoded> objects;
  private final String version;
  private final Consumer<String> skipped;

  CachedListing(
      Codec codec, Kind<T> kind, List<Encoded> objects, String version, Consumer<String> skipped) {
    this.codec = codec;
    this.kind = kind;
    this.objects = List.copyOf(objects);
    this.version = version;
    this.skipped = skipped;
  }

  @Override
  public int size() {
    return objects.size();
  }

  @Override
  public List<ObjectKey> keys() {
    return objects.stream().map(object -> object.metadata().key()).toList();
  }

  @Override
  public Stream<ObjectMetadata> metadata() {
    return objects.stream().map(Encoded::metadata);
  }

  @Override
  public Listing<T> where(Predicate<? super T> predicate) {
    List<Encoded> matching = new ArrayList<>();
    for (Encoded object : objects) {
      try {
        if (predicate.test(new LazyObserved<>(codec, kind, object))) {
          matching.add(object);
        }
      } catch (CodecException e) {
        skip(object, e);
      }
    }
    return new CachedListing<>(codec, kind, matching, version, skipped);
  }

  @Override
  public Stream<Observed<T>> observed() {
    return objects.stream().map(object -> new LazyObserved<>(codec, kind, object));
  }

  @Override
  public Stream<T> stream() {
    return objects.stream().flatMap(this::decoded);
  }

  private Stream<T> decoded(Encoded object) {
    try {
      return Stream.of(Decoding.decode(codec, kind, object));
    } catch (CodecException e) {
      skip(object, e);
      return Stream.empty();
    }
  }

  private void skip(Encoded object, CodecException fault) {
    skipped.accept(
        kind.kind() + " " + object.metadata().key() + " left out of a list: " + fault.getMessage());
  }

  @Override
  public String resourceVersion() {
    return version;
  }

  @Override
  public String toString() {
    return kind.kind() + " list of " + objects.size();
  }
}
