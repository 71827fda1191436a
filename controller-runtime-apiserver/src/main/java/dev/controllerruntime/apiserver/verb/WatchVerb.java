package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.storage.StoredObject;
import dev.controllerruntime.apiserver.table.PartialMetadata;
import dev.controllerruntime.apiserver.watch.FrameEncoder;
import dev.controllerruntime.apiserver.watch.Selection;
import dev.controllerruntime.apiserver.watch.Watch;
import dev.controllerruntime.apiserver.watch.WatchHub;
import java.time.Instant;

/** Starts watches (rules 23 to 37). */
final class WatchVerb {
  private static final int MIN_SECONDS = 30 * 60;

  private final Storage storage;
  private final WatchHub hub;

  WatchVerb(Storage storage, WatchHub hub) {
    this.storage = storage;
    this.hub = hub;
  }

  void handle(Call call) {
    ListOptions options = ListOptions.parse(call.query(), true);
    long version = version(options);
    Selection selection = Selections.of(call);
    if (call.accept().yaml()) {
      throw Failure.of(
              406,
              "NotAcceptable",
              "only the following media types are accepted: application/json;stream=watch")
          .build();
    }
    boolean bookmarks = call.query().isOn("allowWatchBookmarks");
    // The real server draws a default between 30 and 60 minutes.
    long seconds =
        options.timeoutSeconds() > 0
            ? options.timeoutSeconds()
            : MIN_SECONDS + call.random().nextInt(MIN_SECONDS);
    Instant deadline = call.now().plusSeconds(seconds);
    long from = version == 0 ? storage.version() : version;
    Watch watch = new Watch(call.exchange(), call.type(), selection, encoder(call), from, deadline);
    call.exchange().head(200, Answers.headers("application/json"));
    if (version > 0 && version < storage.compacted()) {
      // Rule 30: the connection is fine, the version is not.
      Failure expired =
          Failure.of(
                  410,
                  "Expired",
                  "too old resource version: " + version + " (" + storage.compacted() + ")")
              .build();
      call.exchange().frame(WatchHub.frame("ERROR", Json.bytes(expired.status())));
      call.exchange().end();
      return;
    }
    if (version == 0) {
      for (StoredObject object : call.store().list(call.path().namespace())) {
        if (selection.matches(object)) {
          hub.added(watch, object);
        }
      }
    }
    hub.start(call.store(), watch, bookmarks, call.now());
  }

  /** 500 without a reason for what is no number (rule 11). */
  private static long version(ListOptions options) {
    if (options.version().isEmpty()) {
      return 0;
    }
    try {
      return Long.parseUnsignedLong(options.version());
    } catch (NumberFormatException e) {
      throw Failure.internal(Get.notANumber(options.version()));
    }
  }

  private static FrameEncoder encoder(Call call) {
    return switch (call.accept().as()) {
      case OBJECT -> new Plain(call);
      case TABLE -> new Tables(call);
      case PARTIAL, PARTIAL_LIST -> new Partial(call);
    };
  }

  private static ObjectNode bookmark(String kind, String apiVersion, long version, boolean end) {
    ObjectNode object = Json.object();
    object.put("kind", kind).put("apiVersion", apiVersion);
    ObjectNode metadata = Meta.of(object);
    metadata.put("resourceVersion", Long.toString(version));
    if (end) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    return object;
  }

  private record Plain(Call call) implements FrameEncoder {
    @Override
    public byte[] object(StoredObject object) {
      return Views.bytes(call.type(), call.store(), object);
    }

    @Override
    public boolean shared() {
      return true;
    }

    @Override
    public byte[] bookmark(long version, boolean end) {
      return Json.bytes(
          WatchVerb.bookmark(call.type().kind(), call.type().apiVersion(), version, end));
    }
  }

  private record Partial(Call call) implements FrameEncoder {
    @Override
    public byte[] object(StoredObject object) {
      return Json.bytes(
          PartialMetadata.of(Views.tree(call.type(), object), call.accept().version()));
    }

    @Override
    public boolean shared() {
      return false;
    }

    @Override
    public byte[] bookmark(long version, boolean end) {
      return Json.bytes(
          WatchVerb.bookmark(
              "PartialObjectMetadata", "meta.k8s.io/" + call.accept().version(), version, end));
    }
  }

  /** Tells its columns once (rule 37). */
  private static final class Tables implements FrameEncoder {
    private final Call call;
    private boolean told;

    Tables(Call call) {
      this.call = call;
    }

    @Override
    public byte[] object(StoredObject object) {
      boolean columns = !told;
      told = true;
      return Json.bytes(
          Answers.table(call).ofObject(Views.tree(call.type(), object), columns, call.now()));
    }

    @Override
    public boolean shared() {
      return false;
    }

    @Override
    public byte[] bookmark(long version, boolean end) {
      ObjectNode object =
          WatchVerb.bookmark(call.type().kind(), call.type().apiVersion(), version, end);
      boolean columns = !told;
      told = true;
      ObjectNode table = Answers.table(call).ofObject(object, columns, call.now());
      return Json.bytes(table);
    }
  }
}
