package dev.controllerruntime.samples.expose;

import dev.controllerruntime.controller.Controller;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What was last decided about each Service, so that the change of one wakes the others whom it
 * concerns: when the holder of a host goes, the next one's verdict changes, although nothing about
 * that one did. Lost at a restart, which is no loss: then everything is reconciled anyway.
 * Thread-safe; the lock spans no wait.
 */
final class Verdicts implements Controller.Source<ExposeRequest> {
  private record Verdict(ExposeRequest request, String refusal) {}

  private final AtomicReference<Controller.Sink<ExposeRequest>> sink = new AtomicReference<>();
  private Map<String, Verdict> last = new LinkedHashMap<>();

  @Override
  public void start(Controller.Sink<ExposeRequest> to) {
    sink.set(to);
  }

  /** Wakes the requests of all Services about which something else is decided than before. */
  void decided(Collection<Wish> wishes, Claims claims, ExposeRequest current) {
    Map<String, Verdict> now = new LinkedHashMap<>();
    for (Wish wish : wishes) {
      Refusal why = claims.refused().get(wish.service().uid());
      now.put(wish.service().uid(), new Verdict(wish.request(), why == null ? "" : why.message()));
    }
    Map<String, ExposeRequest> changed = new TreeMap<>();
    synchronized (this) {
      now.forEach(
          (uid, verdict) -> {
            if (!verdict.equals(last.get(uid)) && !verdict.request().equals(current)) {
              changed.put(verdict.request().toString(), verdict.request());
            }
          });
      last = now;
    }
    Controller.Sink<ExposeRequest> to = sink.get();
    if (to != null) {
      changed.values().forEach(to::add);
    }
  }
}
