package dev.controllerruntime.client.transport;

import java.util.LinkedHashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the server's {@code Warning} headers (RFC 7234, 5.5), each text once. */
final class WarningLog {
  private static final Logger LOG = LoggerFactory.getLogger(WarningLog.class);
  private static final int REMEMBERED = 1000;
  private final Set<String> seen = new LinkedHashSet<>();

  void log(Answer answer, Call call) {
    for (String header : answer.headers("Warning")) {
      String text = text(header);
      if (first(text)) {
        LOG.warn("The API server warns about {}: {}", call, text);
      }
    }
  }

  private boolean first(String text) {
    synchronized (seen) {
      if (seen.size() >= REMEMBERED) {
        seen.clear(); // told twice is better than growing without bound
      }
      return seen.add(text);
    }
  }

  /** {@code 299 - "text"}: the text between the quotes, unescaped; else the header as it is. */
  static String text(String header) {
    int open = header.indexOf('"');
    int close = header.lastIndexOf('"');
    if (open < 0 || close <= open) {
      return FailureText.oneLine(header, "(empty)");
    }
    String quoted = header.substring(open + 1, close);
    return FailureText.oneLine(quoted.replace("\\\"", "\"").replace("\\\\", "\\"), "(empty)");
  }
}
