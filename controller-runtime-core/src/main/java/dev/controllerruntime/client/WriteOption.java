package dev.controllerruntime.client;

import dev.controllerruntime.api.Stable;

/**
 * Refines a write. Values; equal when they say the same.
 *
 * @since 0.1.0
 */
@Stable
public sealed interface WriteOption {
  /** Everything happens but the storing. */
  static WriteOption dryRun() {
    return new DryRun();
  }

  /** The name under which field ownership is kept; at most 128 characters. */
  static WriteOption fieldManager(String name) {
    return new FieldManager(name);
  }

  /** Takes over fields from other managers (apply only). */
  static WriteOption force() {
    return new Force();
  }

  /** Only when the object has this uid. */
  static WriteOption uid(String uid) {
    return new Uid(uid);
  }

  /** Only when the object has this version. */
  static WriteOption resourceVersion(String version) {
    return new ResourceVersion(version);
  }

  /** What happens to dependents (delete only). */
  static WriteOption propagation(Propagation policy) {
    return new PropagationPolicy(policy);
  }

  /** What happens to dependents of a deleted object. */
  enum Propagation {
    /** Dependents are deleted afterwards. */
    BACKGROUND,
    /** Dependents are deleted first. */
    FOREGROUND,
    /** Dependents stay. */
    ORPHAN
  }

  /** See {@link #dryRun}. */
  record DryRun() implements WriteOption {}

  /** See {@link #fieldManager}. */
  record FieldManager(String name) implements WriteOption {}

  /** See {@link #force}. */
  record Force() implements WriteOption {}

  /** See {@link #uid}. */
  record Uid(String uid) implements WriteOption {}

  /** See {@link #resourceVersion}. */
  record ResourceVersion(String version) implements WriteOption {}

  /** See {@link #propagation}. */
  record PropagationPolicy(Propagation policy) implements WriteOption {}
}
