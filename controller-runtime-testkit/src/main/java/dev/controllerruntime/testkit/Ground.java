package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Preview;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Where tests run: chosen for a whole JVM by the system property {@value #PROPERTY}, never by a
 * test.
 *
 * @since 0.1.0
 */
@Preview
public enum Ground {
  /** The API server in this JVM, in memory and virtual time. The default. */
  IN_JVM,
  /** The API server in this JVM over TLS, in real time, so that other programs can join. */
  IN_JVM_HTTP,
  /**
   * A real control plane, started once per JVM from the binaries that {@code KUBEBUILDER_ASSETS}
   * names and emptied after each test.
   */
  CONTROL_PLANE,
  /** The cluster of a kubeconfig; only namespaces that the test makes are written to. */
  CLUSTER;

  /** {@code in-jvm}, {@code in-jvm-http}, {@code control-plane} or {@code cluster}. */
  public static final String PROPERTY = "controllerruntime.ground";

  /**
   * The ground of this JVM.
   *
   * @throws IllegalArgumentException when the property has another value
   */
  public static Ground current() {
    String wanted = System.getProperty(PROPERTY, "");
    if (wanted.isEmpty()) {
      return IN_JVM;
    }
    return Arrays.stream(values())
        .filter(each -> each.propertyValue().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "-D" + PROPERTY + "=" + wanted + " is no ground; there are " + names()));
  }

  /** What chooses it. */
  public String propertyValue() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether time is virtual: it passes only when a test lets it. */
  public boolean virtualTime() {
    return this == IN_JVM;
  }

  private static String names() {
    return Arrays.stream(values()).map(Ground::propertyValue).collect(Collectors.joining(", "));
  }
}
