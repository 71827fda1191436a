package dev.controllerruntime.api;

/**
 * Arithmetic on resource versions, as KEP-5504 allows it: versions of one resource that are decimal
 * numbers may be compared, of any length, as numbers; all others can only be equal or not. Versions
 * of different resources must not be compared.
 *
 * @since 0.1.0
 */
@Stable
public final class ResourceVersions {
  private ResourceVersions() {}

  /**
   * Whether the version is a decimal number that an object can have: digits without a leading zero.
   * {@code 0} and the empty text are no versions of objects but have a meaning of their own in list
   * and watch requests.
   */
  public static boolean isDecimal(String version) {
    if (version.isEmpty() || version.charAt(0) == '0') {
      return false;
    }
    for (int i = 0; i < version.length(); i++) {
      char c = version.charAt(i);
      if (c < '0' || c > '9') {
        return false;
      }
    }
    return true;
  }

  /** Whether {@link #compare} answers for these two: both are decimal, or they are equal. */
  public static boolean comparable(String a, String b) {
    return a.equals(b) || (isDecimal(a) && isDecimal(b));
  }

  /**
   * Negative, zero or positive as {@code a} is older than, equal to or newer than {@code b}.
   *
   * @throws IllegalArgumentException when the two differ and one is not decimal
   */
  public static int compare(String a, String b) {
    if (a.equals(b)) {
      return 0;
    }
    if (!isDecimal(a) || !isDecimal(b)) {
      throw new IllegalArgumentException(
          "resource versions cannot be ordered: \"" + a + "\" and \"" + b + "\"");
    }
    // Without leading zeros the longer number is the greater one; no length overflows this way.
    return a.length() != b.length() ? Integer.compare(a.length(), b.length()) : a.compareTo(b);
  }

  /** Whether {@code a} is known to be newer than {@code b}; false where they cannot be ordered. */
  public static boolean isNewer(String a, String b) {
    return comparable(a, b) && compare(a, b) > 0;
  }

  /**
   * Whether {@code a} is known to be {@code b} or newer; false where they differ and cannot be
   * ordered.
   */
  public static boolean isAtLeast(String a, String b) {
    return comparable(a, b) && compare(a, b) >= 0;
  }
}
