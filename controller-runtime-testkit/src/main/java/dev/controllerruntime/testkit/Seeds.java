package dev.controllerruntime.testkit;

/** From what a test is repeated. */
final class Seeds {
  /** Overrides the seed of every test. */
  static final String PROPERTY = "controllerruntime.seed";

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private Seeds() {}

  /**
   * The seed of a test: as the system property says, else one that follows from its id.
   *
   * @throws IllegalArgumentException when the property is no number
   */
  static long of(String uniqueId) {
    String given = System.getProperty(PROPERTY, "");
    if (given.isEmpty()) {
      return hash(uniqueId);
    }
    try {
      return Long.parseLong(given);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "-D" + PROPERTY + "=" + given + " is no seed: a whole number of 64 bits", e);
    }
  }

  /** FNV-1a: the same in every JVM. */
  private static long hash(String text) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }
}
