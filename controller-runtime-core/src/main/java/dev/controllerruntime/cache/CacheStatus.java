package dev.controllerruntime.cache;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.reflector.ReflectorState;

/**
 * Where one informer stands, for readiness, metrics and diagnostics.
 *
 * @param kind what it watches; the view of whoever asked first
 * @param scope namespace and selectors in words; {@code all namespaces} without any
 * @param synced whether the store is complete and every handler has seen its first list
 * @param present whether the server has the kind, as far as is known; true until told otherwise
 * @param objects number of objects in the base
 * @param overlaid number of own writes that the watch has not delivered yet
 * @param skipped number of objects that could not be decoded or transformed, so far
 * @param reflector the state of list and watch: phase, failure, version, last contact
 * @since 0.1.0
 */
@Internal
public record CacheStatus(
    Kind<?> kind,
    String scope,
    boolean synced,
    boolean present,
    int objects,
    int overlaid,
    long skipped,
    ReflectorState reflector) {

  /** One line: what, where, how it stands, and what to do about a failure. */
  public String describe() {
    StringBuilder line =
        new StringBuilder(kind.kind())
            .append(" (")
            .append(kind.apiVersion())
            .append(", ")
            .append(scope)
            .append("): ");
    if (reflector.failure().isPresent()) {
      return line.append(reflector.failure().get().message()).toString();
    }
    return line.append(synced ? "synced" : "not synced yet").toString();
  }
}
