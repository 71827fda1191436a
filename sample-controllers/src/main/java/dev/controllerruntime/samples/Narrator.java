package dev.controllerruntime.samples;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Preview;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of each action of a controller in one line: what was observed, decided and done. Called by
 * workers, so it must be thread-safe and quick.
 *
 * @since 0.1.0
 */
@Preview
@FunctionalInterface
public interface Narrator {
  /** Writes to the log {@code narration}, as production does. */
  Narrator LOG = logging();

  /**
   * One action.
   *
   * @param controller who acted
   * @param about the object it is about
   * @param line what was observed, decided and done, for a person
   */
  void tell(String controller, ObjectKey about, String line);

  private static Narrator logging() {
    Logger log = LoggerFactory.getLogger("narration");
    return (controller, about, line) -> log.info("{} {}: {}", controller, about, line);
  }
}
