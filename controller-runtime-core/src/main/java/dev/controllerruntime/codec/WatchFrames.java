package dev.controllerruntime.codec;

import dev.controllerruntime.api.Internal;
import java.io.IOException;
import java.util.Optional;

/**
 * A watch body, read as it arrives.
 *
 * @since 0.1.0
 */
@Internal
public interface WatchFrames extends AutoCloseable {
  /**
   * The next event; empty at a clean end of the stream.
   *
   * @throws CodecException when this one event cannot be understood; reading goes on with the next
   * @throws IOException when the stream breaks or ends within an event
   */
  Optional<WatchFrame> next() throws IOException;

  @Override
  void close() throws IOException;
}
