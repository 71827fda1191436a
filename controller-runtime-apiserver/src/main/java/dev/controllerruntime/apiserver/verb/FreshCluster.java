package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.resource.Catalog;
import dev.controllerruntime.apiserver.resource.ResourceType;
import dev.controllerruntime.apiserver.storage.Storage;
import java.time.Instant;
import java.util.Objects;
import java.util.random.RandomGenerator;

/** The objects of a cluster that nobody has used yet, from {@code builtin/fresh.json}. */
final class FreshCluster {
  private final Storage storage;
  private final Catalog catalog;

  FreshCluster(Storage storage, Catalog catalog) {
    this.storage = storage;
    this.catalog = catalog;
  }

  void create(Instant now, RandomGenerator random) {
    JsonNode objects =
        Json.resource(
            Objects.requireNonNull(
                FreshCluster.class.getResourceAsStream(
                    "/dev/controllerruntime/apiserver/builtin/fresh.json")));
    for (JsonNode node : objects) {
      ObjectNode object = ((ObjectNode) node).deepCopy();
      ResourceType type =
          catalog
              .findByKind(object.path("apiVersion").asText(), object.path("kind").asText())
              .orElseThrow();
      Meta.of(object).put("uid", NewNames.uid(random)).put("creationTimestamp", Meta.time(now));
      storage.put(storage.store(type), object);
    }
  }
}
