package dev.controllerruntime.reconciler;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Stable;

/**
 * Records Kubernetes Events (events.k8s.io/v1) about objects: what was done, or why not. Never
 * blocks or fails a run.
 *
 * @since 0.1.0
 */
@Stable
public interface Events {
  /**
   * Something was done.
   *
   * @param reason in CamelCase, at most 128 characters
   * @param note at most 1024 characters; longer ones are cut
   */
  <T> void normal(Kind<T> kind, T about, String reason, String note);

  /** Something could not be done. */
  <T> void warning(Kind<T> kind, T about, String reason, String note);
}
