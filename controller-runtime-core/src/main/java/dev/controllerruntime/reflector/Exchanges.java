package dev.controllerruntime.reflector;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.client.transport.Answer;
import dev.controllerruntime.client.transport.ApiResource;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.ResourcePaths;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.StatusException;
import dev.controllerruntime.client.transport.Statuses;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.client.transport.TransportException;
import dev.controllerruntime.codec.Codec;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one reflector. Remembers the running one, so that stopping can end it.
 *
 * <p>Lists ask for no resourceVersion, which means the newest (a consistent read), and not for
 * {@code 0}: a list is then never older than a write of this process that returned before it, a
 * restored backup can be told from a server that is behind, and pages are honoured, which bounds
 * memory. Servers since 1.31 answer it from their watch cache all the same (KEP-2340).
 */
final class Exchanges implements AutoCloseable {
  /** Objects of one page; what kubectl uses too. */
  static final int PAGE = 500;

  /** The longest wait for a page, or for the head of a watch. */
  static final Duration LIST_TIMEOUT = Duration.ofSeconds(60);

  static final Duration HEAD_TIMEOUT = Duration.ofSeconds(30);

  /**
   * The longest silence of a watch. Bookmarks come about once a minute, so that two of them are
   * missing; where a server sends none, a resume without a list is all it costs.
   */
  static final Duration IDLE = Duration.ofSeconds(150);

  private static final String JSON = "application/json";
  private static final String PARTIAL =
      "application/json;as=%s;g=meta.k8s.io;v=v1,application/json";

  private final ReflectorTarget target;
  private final Transport transport;
  private final ResourceResolver resources;
  private final Codec codec;
  private volatile @Nullable Answer running;
  private volatile boolean closed;

  Exchanges(ReflectorTarget target, Transport transport, ResourceResolver resources, Codec codec) {
    this.target = target;
    this.transport = transport;
    this.resources = resources;
    this.codec = codec;
  }

  /** One page of a list; without a limit the whole list is one page. */
  Answer list(String continueToken, int limit) throws IOException, InterruptedException {
    Map<String, String> query = selectors();
    if (limit > 0) {
      query.put("limit", Integer.toString(limit));
    }
    if (!continueToken.isEmpty()) {
      query.put("continue", continueToken);
    }
    return send(query, accept("PartialObjectMetadataList"), LIST_TIMEOUT, null);
  }

  /** A watch of everything after the version. */
  Answer watch(String version, Duration length) throws IOException, InterruptedException {
    Map<String, String> query = selectors();
    query.put("watch", "true");
    query.put("allowWatchBookmarks", "true");
    query.put("resourceVersion", version);
    query.put("timeoutSeconds", Long.toString(length.toSeconds()));
    return send(query, accept("PartialObjectMetadata"), HEAD_TIMEOUT, IDLE);
  }

  private Map<String, String> selectors() {
    Map<String, String> query = new LinkedHashMap<>();
    if (!target.labels().isEverything()) {
      query.put("labelSelector", target.labels().toString());
    }
    if (!target.fields().isEverything()) {
      query.put("fieldSelector", target.fields().toString());
    }
    return query;
  }

  private String accept(String partial) {
    return target.kind().view() == Kind.View.METADATA ? PARTIAL.formatted(partial) : JSON;
  }

  private Answer send(
      Map<String, String> query, String accept, Duration timeout, @Nullable Duration idle)
      throws IOException, InterruptedException {
    ApiResource resource =
        resources.resolve(target.kind()).orElseThrow(() -> new KindMissingException());
    String path = ResourcePaths.collection(resource, target.namespace());
    Call call = new Call("GET", path, query, Map.of("Accept", accept), null, timeout, idle);
    Answer answer = transport.send(call);
    running = answer;
    if (closed) {
      answer.close();
      throw new TransportException("stopped", true, null);
    }
    if (answer.status() != 200) {
      try (answer) {
        throw new StatusException(
            call.toString(), transport.server(), Statuses.read(codec, answer));
      }
    }
    return answer;
  }

  /** Ends the running exchange and refuses further ones. */
  @Override
  public void close() {
    closed = true;
    Answer answer = running;
    if (answer != null) {
      answer.close();
    }
  }

  /** Discovery does not have the kind. */
  static final class KindMissingException extends IOException {
    private static final long serialVersionUID = 1L;
  }
}
