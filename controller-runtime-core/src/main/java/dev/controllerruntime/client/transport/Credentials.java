package dev.controllerruntime.client.transport;

import dev.controllerruntime.concurrent.Concurrency;
import io.kubernetes.client.util.credentials.RefreshAuthentication;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import okhttp3.Interceptor;

/**
 * Renews credentials that come from a file, a plug-in or a provider when the server refused them.
 */
final class Credentials {
  /** A wrong credential must not start its plug-in for each request. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final List<RefreshAuthentication> renewable = new ArrayList<>();
  private final Concurrency concurrency;
  private boolean renewed;
  private long renewedNanos;

  Credentials(List<Interceptor> interceptors, Concurrency concurrency) {
    this.concurrency = concurrency;
    for (Interceptor interceptor : interceptors) {
      if (interceptor instanceof RefreshAuthentication refresh) {
        renewable.add(refresh);
      }
    }
  }

  /**
   * Whether a request that was refused is worth sending again.
   *
   * @param sentNanos when it was first sent
   */
  synchronized boolean renew(long sentNanos) {
    if (renewable.isEmpty()) {
      return false;
    }
    long now = concurrency.nanoTime();
    if (renewed && renewedNanos - sentNanos >= 0) {
      return true; // somebody else renewed them since
    }
    if (renewed && now - renewedNanos < PAUSE.toNanos()) {
      return false;
    }
    renewable.forEach(each -> each.setExpiry(Instant.MIN));
    renewed = true;
    renewedNanos = now;
    return true;
  }
}
