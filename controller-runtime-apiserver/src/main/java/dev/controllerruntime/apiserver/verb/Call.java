package dev.controllerruntime.apiserver.verb;

import dev.controllerruntime.apiserver.Exchange;
import dev.controllerruntime.apiserver.ServerRequest;
import dev.controllerruntime.apiserver.User;
import dev.controllerruntime.apiserver.apply.ManagerNames;
import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.protocol.MediaTypes;
import dev.controllerruntime.apiserver.protocol.Query;
import dev.controllerruntime.apiserver.protocol.RequestPath;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.storage.ResourceStore;
import dev.controllerruntime.apiserver.storage.StoredObject;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * One request to a resource, with all that its verb needs.
 *
 * @param warnings texts for Warning headers, in order
 */
record Call(
    ServerRequest request,
    RequestPath path,
    Query query,
    ResourceType type,
    ResourceStore store,
    MediaTypes.Choice accept,
    User user,
    Instant now,
    RandomGenerator random,
    Exchange exchange,
    Set<String> warnings) {

  Call(
      ServerRequest request,
      RequestPath path,
      Query query,
      ResourceType type,
      ResourceStore store,
      MediaTypes.Choice accept,
      User user,
      Instant now,
      RandomGenerator random,
      Exchange exchange) {
    this(
        request,
        path,
        query,
        type,
        store,
        accept,
        user,
        now,
        random,
        exchange,
        new LinkedHashSet<>());
  }

  String subresource() {
    return path.subresource();
  }

  /** The same request with other times, when it is taken up again. */
  Call at(Instant later) {
    return new Call(
        request, path, query, type, store, accept, user, later, random, exchange, warnings);
  }

  /** The stored object that the path names. */
  StoredObject existing() {
    return store.get(path.namespace(), path.name()).orElseThrow(this::notFound);
  }

  /** 404: details carry the resource (rule 89). */
  Failure notFound() {
    return Failure.of(404, "NotFound", type.qualified() + " \"" + path.name() + "\" not found")
        .about(path.name(), type.group(), type.plural())
        .build();
  }

  /** 409 Conflict about this object: details carry the resource (rule 89). */
  Failure conflict(String name, String why) {
    return Failure.of(
            409,
            "Conflict",
            "Operation cannot be fulfilled on " + type.qualified() + " \"" + name + "\": " + why)
        .about(name, type.group(), type.plural())
        .build();
  }

  /** 403 about this object. */
  Failure forbidden(String name, String why) {
    return Failure.of(403, "Forbidden", type.qualified() + " \"" + name + "\" is forbidden: " + why)
        .about(name, type.group(), type.plural())
        .build();
  }

  /**
   * Whether nothing is to be stored.
   *
   * @throws Failure 422 for a value other than All (rule 87)
   */
  boolean dryRun(String optionsKind) {
    boolean all = false;
    for (String value : query.all("dryRun")) {
      if (!value.equals("All")) {
        FieldErrors errors = new FieldErrors();
        errors.notSupported("dryRun", "[" + FieldErrors.quote(value) + "]", "\"All\"");
        throw errors.failure("meta.k8s.io", optionsKind, "");
      }
      all = true;
    }
    return all;
  }

  /**
   * {@code Warn} (default), {@code Strict} or {@code Ignore} (rule 88).
   *
   * @throws Failure 422 for another value
   */
  String fieldValidation(String optionsKind) {
    String value = query.get("fieldValidation");
    switch (value) {
      case "" -> {
        return "Warn";
      }
      case "Warn", "Strict", "Ignore" -> {
        return value;
      }
      default -> {
        FieldErrors errors = new FieldErrors();
        errors.notSupported(
            "fieldValidation", FieldErrors.quote(value), "\"\", \"Ignore\", \"Strict\", \"Warn\"");
        throw errors.failure("meta.k8s.io", optionsKind, "");
      }
    }
  }

  /** Who owns the fields of a write (rule 66). */
  String fieldManager() {
    return ManagerNames.orUserAgent(query.get("fieldManager"), request.header("User-Agent"));
  }
}
