package dev.controllerruntime.leaderelection;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.transport.Answer;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.CodecException;
import dev.controllerruntime.codec.WatchFrame;
import dev.controllerruntime.codec.WatchFrames;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One watch of one Lease, from its current state on. Without a start version: the server sends the
 * current state first, then each change, so no list is needed (API concepts, "Get State and Start
 * at Most Recent"). {@link #close()} may be called from any thread.
 */
final class LeaseWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseWatch.class);
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final Transport transport;
  private final Codec codec;
  private final ObjectKey key;
  private volatile @Nullable Answer current;
  private volatile boolean closed;

  LeaseWatch(Transport transport, Codec codec, ObjectKey key) {
    this.transport = transport;
    this.codec = codec;
    this.key = key;
  }

  /**
   * Follows the Lease until the connection ends, for whatever reason.
   *
   * @param opened runs once when the server has begun to answer
   * @param pushed gets each state; empty when the Lease was deleted
   * @param idle the longest silence; a leader renews far more often
   */
  void follow(Duration idle, Runnable opened, Consumer<Optional<LeaseRecord>> pushed)
      throws InterruptedException {
    try (Answer answer = transport.send(call(idle))) {
      current = answer;
      if (closed || answer.status() != 200) {
        LOG.debug("Watching lease {} was answered {}", key, answer.status());
        return;
      }
      opened.run();
      read(answer, pushed);
    } catch (IOException e) {
      LOG.debug("Watching lease {} ended: {}", key, e.getMessage());
    } finally {
      current = null;
    }
  }

  private void read(Answer answer, Consumer<Optional<LeaseRecord>> pushed) throws IOException {
    try (WatchFrames frames = codec.watch(answer.body())) {
      Optional<WatchFrame> frame = frames.next();
      while (frame.isPresent() && !closed) {
        if (!push(frame.get(), pushed)) {
          return;
        }
        frame = frames.next();
      }
    } catch (CodecException e) {
      LOG.debug("Watching lease {} ended: {}", key, e.getMessage());
    }
  }

  private boolean push(WatchFrame frame, Consumer<Optional<LeaseRecord>> pushed) {
    switch (frame.type()) {
      case ADDED, MODIFIED ->
          pushed.accept(
              Optional.of(
                  ClientLeaseLock.record(codec.decode(ClientLeaseLock.LEASES, frame.object()))));
      case DELETED -> pushed.accept(Optional.empty());
      case BOOKMARK -> {
        // Says nothing about the claim.
      }
      case ERROR -> {
        return false;
      }
    }
    return true;
  }

  private Call call(Duration idle) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("watch", "true");
    query.put("fieldSelector", "metadata.name=" + key.name());
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Accept", "application/json");
    return new Call(
        "GET",
        "/apis/coordination.k8s.io/v1/namespaces/" + key.namespace() + "/leases",
        query,
        headers,
        null,
        CONNECT,
        idle);
  }

  @Override
  public void close() {
    closed = true;
    Answer answer = current;
    if (answer != null) {
      answer.close();
    }
  }
}
