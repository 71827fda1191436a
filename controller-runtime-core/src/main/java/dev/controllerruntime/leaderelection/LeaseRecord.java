package dev.controllerruntime.leaderelection;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a Lease says, whoever wrote it. Every field may be missing in a Lease; then it has the value
 * given here.
 *
 * @param resourceVersion the version for the next write; no part of the claim itself
 * @param holder empty when released or never held
 * @param durationSeconds 0 when missing
 * @param acquired as written by the holder's clock; compared, never computed with
 * @param renewed as written by the holder's clock; compared, never computed with
 * @param transitions 0 when missing
 */
record LeaseRecord(
    String resourceVersion,
    String holder,
    int durationSeconds,
    @Nullable Instant acquired,
    @Nullable Instant renewed,
    int transitions) {

  boolean held() {
    return !holder.isEmpty();
  }

  boolean heldBy(String identity) {
    return holder.equals(identity);
  }

  /**
   * Whether both make the same claim. The version is left out: somebody who labels the Lease of a
   * crashed leader must not lengthen its claim.
   */
  boolean sameClaim(LeaseRecord other) {
    return withVersion("").equals(other.withVersion(""));
  }

  /** How long the claim lasts after its last change; the fall-back where the Lease does not say. */
  Duration duration(Duration fallback) {
    return durationSeconds > 0 ? Duration.ofSeconds(durationSeconds) : fallback;
  }

  private LeaseRecord withVersion(String version) {
    return new LeaseRecord(version, holder, durationSeconds, acquired, renewed, transitions);
  }
}
