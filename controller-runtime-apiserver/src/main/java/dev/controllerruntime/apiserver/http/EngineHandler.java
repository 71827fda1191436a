package dev.controllerruntime.apiserver.http;

import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.apiserver.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Jetty's requests into the engine. */
final class EngineHandler extends Handler.Abstract {
  /** One byte more than the engine accepts: it answers 413 itself. */
  private static final int MOST_BODY = (3 << 20) + 1;

  /** Beyond this the connection is given up instead. */
  private static final long MOST_DISCARDED = 128L << 20;

  private final ApiServer engine;
  private final EngineTimer timer;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Set<PushedResponse> open = ConcurrentHashMap.newKeySet();

  EngineHandler(ApiServer engine, EngineTimer timer, InstantSource clock, RandomGenerator random) {
    this.engine = engine;
    this.timer = timer;
    this.clock = clock;
    this.random = random;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws IOException {
    ServerRequest read = read(request);
    PushedResponse pushed =
        new PushedResponse(
            response, Callback.from(callback, () -> {}), getServer().getThreadPool(), this::closed);
    open.add(pushed);
    // A watch may be silent for a long time; its end is the engine's to decide.
    request.addIdleTimeoutListener(timeout -> false);
    request.addFailureListener(pushed::cutOff);
    Request.addCompletionListener(request, failure -> open.remove(pushed));
    try {
      engine.handle(read, clock.instant(), random, pushed);
    } catch (RuntimeException e) {
      open.remove(pushed);
      engine.closed(pushed);
      throw e;
    }
    pushed.left();
    timer.recheck();
    return true;
  }

  private static ServerRequest read(Request request) throws IOException {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (HttpField field : request.getHeaders()) {
      headers.merge(field.getName(), field.getValue(), (a, b) -> a + "," + b);
    }
    byte[] body;
    try (InputStream stream = Content.Source.asInputStream(request)) {
      body = stream.readNBytes(MOST_BODY);
      discard(stream, body.length);
    }
    String query = request.getHttpURI().getQuery();
    return new ServerRequest(
        request.getMethod(),
        request.getHttpURI().getPath(),
        query == null ? "" : query,
        headers,
        body);
  }

  /** A client that is still sending does not read the refusal: the rest is read and dropped. */
  private static void discard(InputStream stream, long alreadyRead) throws IOException {
    byte[] dropped = new byte[1 << 16];
    long seen = alreadyRead;
    for (int n = stream.read(dropped); n >= 0 && seen < MOST_DISCARDED; n = stream.read(dropped)) {
      seen += n;
    }
  }

  private void closed(PushedResponse response) {
    if (open.remove(response)) {
      engine.closed(response);
    }
  }

  /** Cuts every running answer off. */
  void cutAll(String why) {
    open.forEach(response -> response.cutOff(new IOException(why)));
  }
}
