package dev.controllerruntime.client.transport;

import dev.controllerruntime.api.Internal;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * The answer to one request. {@link #close()} may be called from any thread and ends a blocked read
 * with an IOException.
 *
 * @since 0.1.0
 */
@Internal
public interface Answer extends AutoCloseable {
  /** The HTTP status. */
  int status();

  /** The first header of that name, ignoring case. */
  Optional<String> header(String name);

  /** All headers of that name in order, ignoring case. */
  default List<String> headers(String name) {
    return header(name).map(List::of).orElseGet(List::of);
  }

  /** The body as it arrives; one reader. */
  InputStream body();

  /** Ends the exchange; a second call does nothing. */
  @Override
  void close();
}
