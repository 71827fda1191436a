package dev.controllerruntime.client.transport;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Failures in words that fit on one line. */
final class FailureText {
  private FailureText() {}

  static String line(Call call, String server, String why) {
    return call + " at " + server + ": " + why;
  }

  /** Why no answer came. */
  static String of(@Nullable IOException e, Call call) {
    if (e == null) {
      return "no answer";
    }
    if (e instanceof UnknownHostException) {
      return "the host is unknown";
    }
    if (e instanceof ConnectException) {
      return "no connection: " + oneLine(root(e).getMessage(), "refused");
    }
    if (e instanceof SocketTimeoutException && message(e).contains("connect")) {
      return "no connection in time";
    }
    if (e instanceof SSLException || root(e) instanceof CertificateException) {
      return "TLS failed: " + oneLine(root(e).getMessage(), e.getClass().getSimpleName());
    }
    if (e instanceof InterruptedIOException) {
      return "no answer within " + time(call.timeout());
    }
    if (root(e) instanceof EOFException || message(e).contains("unexpected end of stream")) {
      return "the connection was closed before the answer came";
    }
    return of(e);
  }

  /** Why a body ended early. */
  static String broken(IOException e, Call call) {
    Duration idle = call.idle();
    if (e instanceof SocketTimeoutException && idle != null) {
      return "nothing came for " + time(idle);
    }
    if (interrupted(e)) {
      return "interrupted while reading the answer";
    }
    if (e instanceof InterruptedIOException) {
      return "the answer was not complete within " + time(call.timeout());
    }
    return "the answer broke off: " + of(e);
  }

  /** Okio's way to tell an interrupt; its time-outs have other texts. */
  private static boolean interrupted(IOException e) {
    return e instanceof InterruptedIOException && message(e).equals("interrupted");
  }

  /** The innermost cause. */
  static String of(Throwable e) {
    Throwable root = root(e);
    return oneLine(root.getMessage(), root.getClass().getSimpleName());
  }

  /**
   * Whether the server has certainly not looked at the request, although bytes may have gone out:
   * an HTTP/2 stream that it refused, or a connection that was already being shut down.
   */
  static boolean untouched(@Nullable IOException e) {
    return e != null
        && (message(e).contains("REFUSED_STREAM")
            || e.getClass().getSimpleName().equals("ConnectionShutdownException"));
  }

  static String time(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }

  /** The text without line breaks; the default when there is none. */
  static String oneLine(@Nullable String text, String otherwise) {
    if (text == null || text.isBlank()) {
      return otherwise;
    }
    return text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }

  private static String message(Throwable e) {
    String message = e.getMessage();
    return message == null ? "" : message;
  }

  private static Throwable root(Throwable e) {
    Throwable root = e;
    // Bounded, because a chain of causes may be a circle.
    for (int depth = 0; depth < 20; depth++) {
      Throwable cause = root.getCause();
      if (cause == null) {
        return root;
      }
      root = cause;
    }
    return root;
  }
}
