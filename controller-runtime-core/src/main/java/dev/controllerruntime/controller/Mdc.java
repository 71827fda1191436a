package dev.controllerruntime.controller;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Request;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * What the log lines of a run carry in SLF4J's MDC.
 *
 * @since 0.1.0
 */
@Internal
public final class Mdc {
  /** Name of the controller. */
  public static final String CONTROLLER = "controller";

  /** Kind of the primary object; absent in a controller without one. */
  public static final String KIND = "kind";

  /** Namespace of the object; absent for cluster-scoped ones and requests of other types. */
  public static final String NAMESPACE = "namespace";

  /** Name of the object; the whole request where it is of another type. */
  public static final String NAME = "name";

  /** Id of the run. */
  public static final String RECONCILE_ID = "reconcileId";

  private Mdc() {}

  /**
   * Sets the keys for the calling thread.
   *
   * @return what was there before, for {@link #restore}
   */
  static @Nullable Map<String, String> enter(LoopOptions options, Object request, String id) {
    Map<String, String> before = MDC.getCopyOfContextMap();
    MDC.put(CONTROLLER, options.name());
    if (!options.kind().isEmpty()) {
      MDC.put(KIND, options.kind());
    }
    if (request instanceof Request keyed) {
      if (!keyed.key().namespace().isEmpty()) {
        MDC.put(NAMESPACE, keyed.key().namespace());
      }
      MDC.put(NAME, keyed.key().name());
    } else {
      MDC.put(NAME, request.toString());
    }
    MDC.put(RECONCILE_ID, id);
    return before;
  }

  static void restore(@Nullable Map<String, String> before) {
    if (before == null) {
      MDC.clear();
    } else {
      MDC.setContextMap(before);
    }
  }
}
