package dev.controllerruntime.codec;

import dev.controllerruntime.api.Internal;
import java.io.IOException;
import java.util.Optional;

/**
 * A list body, read as it arrives; never the whole list in memory.
 *
 * @since 0.1.0
 */
@Internal
public interface ListFrames extends AutoCloseable {
  /**
   * The next item; empty at the end. Items without kind and apiVersion (the server leaves them out
   * in lists) get those derived from the list's own.
   *
   * @throws CodecException when this one item cannot be understood; reading goes on with the next
   * @throws IOException when the stream ends before the list does
   */
  Optional<Encoded> next() throws IOException;

  /** The version of the whole list; known after the last item at the latest. */
  String resourceVersion();

  /** The token of the next page; empty on the last page. */
  String continueToken();

  @Override
  void close() throws IOException;
}
