package dev.controllerruntime.testkit;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.cache.CacheContent;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.client.MissingKindException;
import dev.controllerruntime.manager.Quiescence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether caches hold what the server holds. Versions alone cannot tell: a cache of a kind that
 * nobody writes to learns of a newer version only by its next bookmark, a minute later. So each is
 * compared with a fresh list of metadata, object by object.
 */
final class InStep {
  private final Client client;

  InStep(Client client) {
    this.client = client;
  }

  /** One line for each cache that differs from the server. */
  List<String> behind(List<Quiescence> managers) {
    Map<String, Map<ObjectKey, String>> lists = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    for (Quiescence manager : managers) {
      for (CacheContent content : manager.caches()) {
        String what = content.kind().kind() + " (" + content.kind().apiVersion() + ")";
        Map<ObjectKey, String> live =
            lists.computeIfAbsent(what + content.scope(), unused -> live(content));
        if (content.present() && !content.versions().equals(live)) {
          lines.add("a cache is not in step with the server: " + what + difference(content, live));
        }
      }
    }
    return lines;
  }

  private Map<ObjectKey, String> live(CacheContent content) {
    Map<ObjectKey, String> versions = new TreeMap<>();
    try {
      client
          .list(content.kind(), content.scope().toArray(ListOption[]::new))
          .metadata()
          .forEach((ObjectMetadata each) -> versions.put(each.key(), each.resourceVersion()));
    } catch (MissingKindException e) {
      // The kind has gone: nothing of it is on the server, and the cache will learn of it.
      versions.clear();
    }
    return versions;
  }

  private static String difference(CacheContent content, Map<ObjectKey, String> live) {
    Map<ObjectKey, String> differing = new TreeMap<>(live);
    content.versions().forEach((key, version) -> differing.putIfAbsent(key, ""));
    differing.keySet().removeIf(key -> same(content.versions().get(key), live.get(key)));
    return differing.keySet().stream().limit(3).toList().toString();
  }

  private static boolean same(
      @org.jspecify.annotations.Nullable String cached,
      @org.jspecify.annotations.Nullable String live) {
    return cached != null && cached.equals(live);
  }
}
