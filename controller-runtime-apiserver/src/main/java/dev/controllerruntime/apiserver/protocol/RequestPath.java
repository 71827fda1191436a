package dev.controllerruntime.apiserver.protocol;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A path below a group-version, taken apart. Absent parts are empty.
 *
 * @param group empty for the core group
 * @param version such as {@code v1}
 * @param namespace empty for all namespaces and for cluster-scoped resources
 * @param resource plural, such as {@code configmaps}
 * @param name empty for a collection
 * @param subresource such as {@code status}; deeper parts keep their slashes
 * @param watch whether it came by the old {@code /watch/} prefix
 * @since 0.1.0
 */
public record RequestPath(
    String group,
    String version,
    String namespace,
    String resource,
    String name,
    String subresource,
    boolean watch) {

  /** The decoded segments of a path. */
  public static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    for (String part : path.split("/")) {
      if (!part.isEmpty()) {
        segments.add(decode(part));
      }
    }
    return segments;
  }

  /** The parts of a path with at least a resource; empty for every other path. */
  public static Optional<RequestPath> parse(String path) {
    List<String> all = segments(path);
    int at;
    String group;
    String version;
    if (all.size() >= 3 && all.get(0).equals("api")) {
      group = "";
      version = all.get(1);
      at = 2;
    } else if (all.size() >= 4 && all.get(0).equals("apis")) {
      group = all.get(1);
      version = all.get(2);
      at = 3;
    } else {
      return Optional.empty();
    }
    boolean watch = all.get(at).equals("watch");
    if (watch && ++at == all.size()) {
      return Optional.empty();
    }
    List<String> rest = all.subList(at, all.size());
    String namespace = "";
    // namespaces/x/status and namespaces/x/finalize are subresources, not a resource in x.
    boolean ownSubresource =
        group.isEmpty()
            && rest.size() == 3
            && (rest.get(2).equals("status") || rest.get(2).equals("finalize"));
    if (rest.get(0).equals("namespaces") && rest.size() >= 3 && !ownSubresource) {
      namespace = rest.get(1);
      rest = rest.subList(2, rest.size());
    }
    return Optional.of(
        new RequestPath(
            group,
            version,
            namespace,
            rest.get(0),
            rest.size() > 1 ? rest.get(1) : "",
            rest.size() > 2 ? String.join("/", rest.subList(2, rest.size())) : "",
            watch));
  }

  private static String decode(String part) {
    return part.indexOf('%') < 0
        ? part
        : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
