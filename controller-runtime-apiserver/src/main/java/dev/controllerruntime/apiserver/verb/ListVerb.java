package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.MediaTypes.As;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.storage.StoredObject;
import dev.controllerruntime.apiserver.table.PartialMetadata;
import dev.controllerruntime.apiserver.watch.Selection;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads a collection, in pages when asked to (rules 10 to 22). */
final class ListVerb {
  private static final String EXPIRED =
      "The provided continue parameter is too old to display a consistent list result. You can"
          + " start a new list without the continue parameter, or use the continue token in this"
          + " response to retrieve the remainder of the results. Continuing with the provided token"
          + " results in an inconsistent list - objects that were created, modified, or deleted"
          + " between the time the first chunk was returned and now may show up in the list.";

  private final Storage storage;

  ListVerb(Storage storage) {
    this.storage = storage;
  }

  /** From where, and as of when. */
  private record Start(long version, String after, long limit) {}

  void handle(Call call) {
    ListOptions options = ListOptions.parse(call.query(), false);
    Selection selection = Selections.of(call);
    Start start = start(options);
    String namespace = call.path().namespace();
    Collection<StoredObject> all =
        start.version() == storage.version()
            ? call.store().list(namespace)
            : call.store().listAt(namespace, start.version());
    List<StoredObject> page = new ArrayList<>();
    String next = "";
    long remaining = 0;
    for (StoredObject object : all) {
      String place = place(namespace, object);
      if (!start.after().isEmpty() && place.compareTo(start.after()) <= 0) {
        continue;
      }
      if (!selection.matches(object)) {
        continue;
      }
      if (start.limit() > 0 && page.size() == start.limit()) {
        if (remaining++ == 0) {
          next = place(namespace, page.get(page.size() - 1));
        }
      } else {
        page.add(object);
      }
    }
    ObjectNode metadata = Json.object();
    metadata.put("resourceVersion", Long.toString(start.version()));
    if (remaining > 0) {
      metadata.put("continue", new ContinueToken(start.version(), next).encode());
      if (!selection.selective()) {
        metadata.put("remainingItemCount", remaining);
      }
    }
    answer(call, metadata, page);
  }

  private static String place(String namespace, StoredObject object) {
    return namespace.isEmpty() ? object.key() : object.name();
  }

  private Start start(ListOptions options) {
    if (!options.token().isEmpty()) {
      return continued(options);
    }
    long version = options.versionNumber();
    if (version == 0) {
      // Any version does: answered from the cache, which has no pages.
      boolean any = !options.version().isEmpty();
      return new Start(storage.version(), "", any ? 0 : options.limit());
    }
    if (version > storage.version()) {
      throw new FutureVersion(version);
    }
    boolean exact =
        options.match().equals("Exact") || (options.match().isEmpty() && options.limit() > 0);
    if (!exact) {
      return new Start(storage.version(), "", options.limit());
    }
    if (version < storage.compacted()) {
      throw Failure.of(410, "Expired", "The resourceVersion for the provided list is too old.")
          .build();
    }
    return new Start(version, "", options.limit());
  }

  private Start continued(ListOptions options) {
    if (!options.version().isEmpty() && options.versionNumber() != 0) {
      throw Failure.badRequest("specifying resource version is not allowed when using continue");
    }
    ContinueToken token = ContinueToken.decode(options.token());
    long limit = options.version().isEmpty() ? options.limit() : 0;
    if (token.version() < 0) {
      return new Start(storage.version(), token.after(), limit);
    }
    if (token.version() < storage.compacted()) {
      Failure expired = Failure.of(410, "Expired", EXPIRED).build();
      ((ObjectNode) expired.status().get("metadata"))
          .put("continue", new ContinueToken(-1, token.after()).encode());
      throw expired;
    }
    return new Start(token.version(), token.after(), limit);
  }

  /** Answers a list with these items; also what a delete-collection answers. */
  static void answer(Call call, ObjectNode metadata, List<StoredObject> items) {
    if (call.accept().as() == As.OBJECT
        && !call.accept().yaml()
        && !Answers.pretty(call.request())) {
      Answers.send(call, 200, bytes(call, metadata, items));
      return;
    }
    List<ObjectNode> trees = items.stream().map(object -> Views.tree(call.type(), object)).toList();
    switch (call.accept().as()) {
      case TABLE ->
          Answers.tree(call, 200, Answers.table(call).ofList(metadata, trees, call.now()));
      case PARTIAL, PARTIAL_LIST ->
          Answers.tree(call, 200, PartialMetadata.listOf(metadata, trees, call.accept().version()));
      case OBJECT -> {
        ObjectNode list = Json.object();
        list.put("kind", call.type().listKind()).put("apiVersion", call.type().apiVersion());
        list.set("metadata", metadata);
        var array = list.putArray("items");
        for (ObjectNode tree : trees) {
          if (!call.type().custom()) {
            tree.remove("kind");
            tree.remove("apiVersion");
          }
          array.add(tree);
        }
        Answers.tree(call, 200, list);
      }
    }
  }

  private static byte[] bytes(Call call, ObjectNode metadata, List<StoredObject> items) {
    if (call.type().custom() && !metadata.has("continue")) {
      metadata.put("continue", "");
    }
    ObjectNode head = Json.object();
    head.put("kind", call.type().listKind()).put("apiVersion", call.type().apiVersion());
    head.set("metadata", metadata);
    ByteArrayOutputStream out = new ByteArrayOutputStream(256 + items.size() * 512);
    byte[] opening = Json.bytes(head);
    out.write(opening, 0, opening.length - 1);
    out.writeBytes(",\"items\":[".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    boolean first = true;
    for (StoredObject item : items) {
      if (!first) {
        out.write(',');
      }
      first = false;
      out.writeBytes(call.type().listItem(Views.bytes(call.type(), call.store(), item)));
    }
    out.writeBytes("]}\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return out.toByteArray();
  }
}
