package dev.controllerruntime.apiserver;

import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Tells of the status when it is sent. Two of them are equal when they lead to the same client.
 *
 * @param sent the front's exchange, told apart by identity
 */
record LoggedExchange(Exchange sent, IntConsumer log) implements Exchange {
  @Override
  public void head(int status, Map<String, String> headers) {
    log.accept(status);
    sent.head(status, headers);
  }

  @Override
  public void frame(byte[] bytes) {
    sent.frame(bytes);
  }

  @Override
  public void end() {
    sent.end();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LoggedExchange that && that.sent == sent;
  }

  @Override
  public int hashCode() {
    // Identity hashes differ from run to run, but nothing iterates over these.
    return sent.hashCode();
  }
}
