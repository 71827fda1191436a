package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.transport.ApiResource;
import dev.controllerruntime.client.transport.ResourcePaths;
import dev.controllerruntime.codec.CodecException;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.codec.ListFrames;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads from the server. */
final class LiveReader implements Reader {
  private static final Logger LOG = LoggerFactory.getLogger(LiveReader.class);
  private static final int PAGE = 500;

  /** How often a list starts again in pages when its token has expired, before it does without. */
  private static final int PAGED_TRIES = 2;

  private final Wire wire;

  LiveReader(Wire wire) {
    this.wire = wire;
  }

  @Override
  public <T> Optional<T> get(Kind<T> kind, ObjectKey key) {
    Deed deed = Deed.read("get", kind, key);
    return read(deed, key, Wire.accept(kind)).map(found -> wire.codec().decode(kind, found));
  }

  @Override
  public Optional<ObjectMetadata> metadata(Kind<?> kind, ObjectKey key) {
    Deed deed = Deed.read("get", kind, key);
    return read(deed, key, Wire.partial("PartialObjectMetadata")).map(Encoded::metadata);
  }

  /** The object's whole bytes, whatever the view of the kind. */
  Optional<Encoded> whole(Deed deed, ObjectKey key) {
    return read(deed, key, Wire.JSON);
  }

  private Optional<Encoded> read(Deed deed, ObjectKey key, String accept) {
    ApiResource resource = wire.resource(deed);
    return wire.get(deed, ResourcePaths.object(resource, key), accept)
        .map(body -> wire.object(deed, body));
  }

  @Override
  public <T> Listing<T> list(Kind<T> kind, ListOption... options) {
    ListQuery query = ListQuery.of(options);
    Deed deed = new Deed("list", kind, query.words(), false);
    String path = ResourcePaths.collection(wire.resource(deed), query.namespace());
    for (int attempt = 1; ; attempt++) {
      boolean paged = attempt <= PAGED_TRIES;
      try {
        return list(deed, kind, path, query, paged);
      } catch (GoneException e) {
        if (!paged) {
          throw e;
        }
        LOG.debug("{} starts again: {}", deed, e.getMessage());
      }
    }
  }

  private <T> Listing<T> list(
      Deed deed, Kind<T> kind, String path, ListQuery query, boolean paged) {
    List<Encoded> items = new ArrayList<>();
    String token = "";
    String version;
    do {
      Map<String, String> parameters = new LinkedHashMap<>(query.parameters());
      if (paged) {
        parameters.put("limit", Integer.toString(PAGE));
      }
      if (!token.isEmpty()) {
        parameters.put("continue", token);
      }
      Page page =
          wire.stream(deed, path, parameters, Wire.acceptList(kind), body -> page(deed, body));
      items.addAll(page.items());
      version = page.version();
      token = page.token();
    } while (!token.isEmpty());
    items.sort(Comparator.comparing(item -> item.metadata().key()));
    return new EncodedListing<>(wire.codec(), kind, items, version);
  }

  private record Page(List<Encoded> items, String version, String token) {}

  private Page page(Deed deed, InputStream body) throws IOException {
    List<Encoded> items = new ArrayList<>();
    try (ListFrames frames = wire.codec().list(body)) {
      while (true) {
        try {
          Optional<Encoded> next = frames.next();
          if (next.isEmpty()) {
            return new Page(items, frames.resourceVersion(), frames.continueToken());
          }
          items.add(next.get());
        } catch (CodecException e) {
          LOG.warn("{} leaves out an object that cannot be read: {}", deed, e.getMessage());
        }
      }
    }
  }
}
