package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the body of a successful answer while it arrives.
 *
 * @param <R> what it makes of it
 * @since 0.1.0
 */
@Internal
@FunctionalInterface
public interface BodyReader<R> {
  /**
   * Reads to the end. May be called again with another answer when this one breaks off: what the
   * first call collected must be dropped.
   */
  R read(InputStream body) throws IOException;
}
