package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.ObjectMetadata;
import java.util.List;
import java.util.Map;

/** Which Services ask to be exposed, and on which Ingress. */
final class OptIn {
  private OptIn() {}

  /**
   * Label or annotation; where they disagree, "false" wins. The alias {@code fabric8.io/inject}
   * fills ConfigMaps only and exposes nothing.
   */
  static boolean wanted(ObjectMetadata service, ExposeSettings settings) {
    return wanted(service.name(), service.labels(), service.annotations(), settings);
  }

  static boolean wanted(ServiceView service, ExposeSettings settings) {
    return !service.deleting()
        && wanted(service.key().name(), service.labels(), service.annotations(), settings);
  }

  private static boolean wanted(
      String name,
      Map<String, String> labels,
      Map<String, String> annotations,
      ExposeSettings settings) {
    List<String> said =
        List.of(
            labels.getOrDefault(Names.EXPOSE_LABEL, "").strip(),
            annotations.getOrDefault(Names.EXPOSE, "").strip());
    return said.contains("true")
        && !said.contains("false")
        && (settings.services().isEmpty() || settings.services().contains(name));
  }

  /** The request that a Service belongs to. */
  static ExposeRequest request(ObjectMetadata service) {
    return new ExposeRequest(
        service.namespace(), ingress(service.name(), service.labels(), service.annotations()));
  }

  static ExposeRequest request(ServiceView service) {
    return new ExposeRequest(
        service.key().namespace(),
        ingress(service.key().name(), service.labels(), service.annotations()));
  }

  private static String ingress(
      String name, Map<String, String> labels, Map<String, String> annotations) {
    String asked = annotations.getOrDefault(Names.INGRESS_NAME, "").strip();
    return asked.isEmpty() ? withoutRelease(name, labels) : asked;
  }

  /** A chart's release name in front of the Service's name is left out. */
  static String withoutRelease(String name, Map<String, String> labels) {
    String release = labels.getOrDefault(Names.RELEASE_LABEL, "").strip();
    boolean prefixed = !release.isEmpty() && name.startsWith(release + "-");
    return prefixed && name.length() > release.length() + 1
        ? name.substring(release.length() + 1)
        : name;
  }
}
