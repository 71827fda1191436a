package dev.controllerruntime.controller;

import dev.controllerruntime.api.Stable;
import java.util.List;

/**
 * Wrong wiring, found before anything starts. The message lists every fault, one a line.
 *
 * @since 0.1.0
 */
@Stable
public class WiringException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** The faults; an ArrayList or immutable list, so serializable in fact. */
  @SuppressWarnings("serial")
  private final List<String> faults;

  /**
   * One exception for all faults.
   *
   * @param what what is wrong: {@code controller expose}
   * @param faults each one sentence; at least one
   */
  public WiringException(String what, List<String> faults) {
    super(message(what, faults));
    this.faults = List.copyOf(faults);
  }

  private static String message(String what, List<String> faults) {
    return what + " is wired wrongly:\n  - " + String.join("\n  - ", faults);
  }

  /** Every fault, in the order of the wiring. */
  public List<String> faults() {
    return faults;
  }
}
