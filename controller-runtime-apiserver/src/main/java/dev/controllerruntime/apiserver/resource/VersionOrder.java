package dev.controllerruntime.apiserver.resource;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kubernetes' own order of versions: v10, v2, v1, v11beta2, v1alpha1, then others by name. */
final class VersionOrder {
  private static final Pattern KUBE = Pattern.compile("v(\\d+)((alpha|beta)(\\d+))?");

  static final Comparator<String> PREFERRED_FIRST = VersionOrder::compare;

  private VersionOrder() {}

  private static int compare(String a, String b) {
    Matcher left = KUBE.matcher(a);
    Matcher right = KUBE.matcher(b);
    boolean leftKube = left.matches();
    boolean rightKube = right.matches();
    if (!leftKube || !rightKube) {
      return leftKube ? -1 : rightKube ? 1 : a.compareTo(b);
    }
    int byStability = stability(right) - stability(left);
    if (byStability != 0) {
      return byStability;
    }
    int byMajor = Long.compare(number(right.group(1)), number(left.group(1)));
    return byMajor != 0 ? byMajor : Long.compare(number(right.group(4)), number(left.group(4)));
  }

  private static int stability(Matcher version) {
    if (version.group(3) == null) {
      return 2;
    }
    return version.group(3).equals("beta") ? 1 : 0;
  }

  private static long number(@org.jspecify.annotations.Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
