package dev.controllerruntime.samples.configmap;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Preview;

/**
 * What is reconciled: a workload; or a ConfigMap that carries the annotation by mistake.
 *
 * @param kind such as {@code Deployment}
 * @since 0.1.0
 */
@Preview
public record WorkloadRequest(String kind, ObjectKey key) {
  /** {@code Deployment shop/web}. */
  @Override
  public String toString() {
    return kind + " " + key;
  }
}
