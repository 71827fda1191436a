package dev.controllerruntime.apiserver.verb;

import dev.controllerruntime.apiserver.Exchange;
import dev.controllerruntime.apiserver.ServerRequest;
import dev.controllerruntime.apiserver.User;
import dev.controllerruntime.apiserver.builtin.Behaviours;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.Failure.Cause;
import dev.controllerruntime.apiserver.protocol.MediaTypes;
import dev.controllerruntime.apiserver.protocol.Query;
import dev.controllerruntime.apiserver.protocol.RequestPath;
import dev.controllerruntime.apiserver.resource.Catalog;
import dev.controllerruntime.apiserver.resource.Conversions;
import dev.controllerruntime.apiserver.resource.Documents;
import dev.controllerruntime.apiserver.resource.Recording;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.resource.Subresource;
import dev.controllerruntime.apiserver.schema.StatusFailure;
import dev.controllerruntime.apiserver.storage.Storage;
import dev.controllerruntime.apiserver.timer.Timers;
import dev.controllerruntime.apiserver.upkeep.Upkeep;
import dev.controllerruntime.apiserver.watch.WatchHub;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Everything behind the lock of {@link dev.controllerruntime.apiserver.ApiServer}: routes requests
 * to verbs and drives what the control plane does on its own.
 *
 * @since 0.1.0
 */
public final class Engine {
  private final Storage storage;
  private final Timers timers = new Timers();
  private final WatchHub hub;
  private final Catalog catalog;
  private final Nonresource nonresource;
  private final Get get;
  private final ListVerb list;
  private final WatchVerb watch;
  private final Create create;
  private final Update update;
  private final Patch patch;
  private final Delete delete;
  private final Finalize finalizeVerb;
  private final Reviews reviews;
  private final Waiting waiting;
  private final Upkeep upkeep;

  /**
   * An engine with the objects of a fresh cluster.
   *
   * @param tokens users by bearer token, for TokenReview
   */
  public Engine(
      int historySize,
      boolean garbageCollection,
      Map<String, User> tokens,
      Instant now,
      RandomGenerator random) {
    storage = new Storage(historySize);
    hub = new WatchHub(storage, timers);
    storage.listen(hub);
    catalog = new Catalog(Recording.shared());
    Schemas schemas = new Schemas();
    Behaviours behaviours = new Behaviours();
    Bodies bodies = new Bodies(schemas);
    Writes writes = new Writes(storage, catalog, schemas, behaviours);
    nonresource = new Nonresource(new Documents(catalog));
    get = new Get(storage);
    list = new ListVerb(storage);
    watch = new WatchVerb(storage, hub);
    create = new Create(bodies, writes);
    update = new Update(bodies, writes, schemas);
    patch = new Patch(writes, schemas);
    delete = new Delete(storage, behaviours);
    finalizeVerb = new Finalize(bodies, storage);
    reviews = new Reviews(bodies, tokens);
    waiting = new Waiting(storage, timers);
    upkeep =
        new Upkeep(
            storage,
            catalog,
            hub,
            timers,
            (type, store, object, policy, at) ->
                delete.delete(type, store, object, DeleteOptions.of(policy), at),
            garbageCollection);
    storage.listen(upkeep);
    upkeep.time(now);
    new FreshCluster(storage, catalog).create(now, random);
  }

  /** Handles one request of a known user. */
  public void handle(
      ServerRequest request, User user, Instant now, RandomGenerator random, Exchange exchange) {
    upkeep.time(now);
    try {
      Optional<RequestPath> path = RequestPath.parse(request.path());
      if (path.isEmpty() || !catalog.serves(apiVersion(path.get()))) {
        nonresource.handle(request, exchange);
        return;
      }
      Call call = call(request, path.get(), user, now, random, exchange);
      attempt(call);
    } catch (Failure failure) {
      Answers.failure(request, exchange, failure);
    } catch (StatusFailure failure) {
      Answers.failure(request, exchange, failure(failure, Optional.empty()));
    }
    waiting.reconsider(this::attempt, now);
  }

  private void attempt(Call call) {
    try {
      route(call);
    } catch (FutureVersion future) {
      waiting.add(call, future.version());
    } catch (Failure failure) {
      Answers.failure(call.request(), call.exchange(), failure);
    } catch (StatusFailure failure) {
      Answers.failure(call.request(), call.exchange(), failure(failure, Optional.of(call)));
    }
  }

  private static String apiVersion(RequestPath path) {
    return path.group().isEmpty() ? path.version() : path.group() + "/" + path.version();
  }

  private Call call(
      ServerRequest request,
      RequestPath path,
      User user,
      Instant now,
      RandomGenerator random,
      Exchange exchange) {
    Optional<ResourceType> found = catalog.find(apiVersion(path), path.resource());
    if (found.isEmpty() && !catalog.isBuiltIn(apiVersion(path))) {
      throw Failure.noSuchResource();
    }
    ResourceType type = found.orElseThrow(Failure::noSuchResource);
    boolean scopeFits =
        type.namespaced()
            ? path.name().isEmpty() || !path.namespace().isEmpty()
            : path.namespace().isEmpty();
    boolean subresourceFits =
        path.subresource().isEmpty() || type.subresource(path.subresource()).isPresent();
    if (!scopeFits || !subresourceFits) {
      throw Failure.noSuchResource();
    }
    if (!Conversions.supported(type)) {
      throw Failure.notImplemented(type.toString());
    }
    return new Call(
        request,
        path,
        Query.parse(request.query()),
        type,
        storage.store(type),
        MediaTypes.choose(request.header("Accept"), true),
        user,
        now,
        random,
        exchange);
  }

  private void route(Call call) {
    String method = call.request().method();
    if (!call.subresource().isEmpty()) {
      routeSubresource(call, method);
    } else if (call.path().name().isEmpty()) {
      routeCollection(call, method);
    } else {
      routeObject(call, method);
    }
  }

  private void routeCollection(Call call, String method) {
    boolean everywhere = call.type().namespaced() && call.path().namespace().isEmpty();
    switch (method) {
      case "GET" -> {
        if (call.path().watch() || call.query().isOn("watch")) {
          require(call, "watch");
          watch.handle(call);
        } else {
          require(call, "list");
          list.handle(call);
        }
      }
      case "POST" -> {
        require(call, "create");
        if (!call.type().stored()) {
          reviews.handle(call);
        } else if (everywhere) {
          throw Failure.methodNotAllowed();
        } else {
          create.handle(call);
        }
      }
      case "DELETE" -> {
        require(call, "deletecollection");
        if (everywhere) {
          throw Failure.methodNotAllowed();
        }
        delete.handleCollection(call);
      }
      default -> throw Failure.methodNotAllowed();
    }
  }

  private void routeObject(Call call, String method) {
    switch (method) {
      case "GET" -> {
        require(call, "get");
        get.handle(call);
      }
      case "PUT" -> {
        require(call, "update");
        update.handle(call);
      }
      case "PATCH" -> {
        require(call, "patch");
        patch.handle(call);
      }
      case "DELETE" -> {
        require(call, "delete");
        delete.handle(call);
      }
      default -> throw Failure.methodNotAllowed();
    }
  }

  private static void require(Call call, String verb) {
    if (!call.type().allows(verb)) {
      throw Failure.methodNotAllowed();
    }
  }

  private void routeSubresource(Call call, String method) {
    Subresource subresource = call.type().subresource(call.subresource()).orElseThrow();
    String verb =
        switch (method) {
          case "GET" -> "get";
          case "PUT" -> "update";
          case "PATCH" -> "patch";
          case "POST" -> "create";
          case "DELETE" -> "delete";
          default -> "";
        };
    if (!subresource.verbs().contains(verb)) {
      throw Failure.methodNotAllowed();
    }
    boolean status = subresource.name().equals("status");
    if (status && verb.equals("get")) {
      get.handle(call);
    } else if (status && verb.equals("update")) {
      update.handle(call);
    } else if (status && verb.equals("patch")) {
      patch.handle(call);
    } else if (subresource.name().equals("finalize") && verb.equals("update")) {
      finalizeVerb.handle(call);
    } else {
      throw Failure.notImplemented(call.type().plural() + "/" + subresource.name());
    }
  }

  /** Fills in what only the engine knows: whom the failure is about. */
  private static Failure failure(StatusFailure failure, Optional<Call> call) {
    List<Cause> causes =
        failure.causes().stream().map(c -> new Cause(c.type(), c.message(), c.field())).toList();
    Failure.Builder builder =
        Failure.of(failure.code(), failure.reason().orElse(""), failure.message());
    if (failure.message().contains(".meta.k8s.io \"\" is invalid")) {
      builder.about(
          "", "meta.k8s.io", failure.message().substring(0, failure.message().indexOf('.')));
    } else if (failure.code() == 422 && failure.causes().isEmpty()) {
      builder.details();
    } else if (failure.code() == 422 && call.isPresent()) {
      builder.about(call.get().path().name(), call.get().type().group(), call.get().type().kind());
    }
    return builder.causes(causes).build();
  }

  /** The newest version of anything. */
  public long version() {
    return storage.version();
  }

  /** Forgets the history. */
  public void compact() {
    storage.compact();
  }

  /** The client of an exchange went away. */
  public void closed(Exchange exchange) {
    hub.closed(exchange);
    waiting.closed(exchange);
  }

  /** When there is something to do. */
  public Optional<Instant> nextWakeUp() {
    return timers.next();
  }

  /** Does what is due. */
  public void wakeUp(Instant now) {
    upkeep.time(now);
    timers.run(now);
    waiting.reconsider(this::attempt, now);
  }
}
