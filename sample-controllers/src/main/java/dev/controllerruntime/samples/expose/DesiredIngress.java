package dev.controllerruntime.samples.expose;

import dev.controllerruntime.api.ObjectKey;
import java.util.List;
import java.util.Map;

/**
 * An Ingress as it should be, whole.
 *
 * @param ingressClass empty: the cluster's default
 * @param rules one per host and path, in a stable order
 * @param tls hosts by Secret; a Secret may be empty
 * @param owners the Services it goes with, in a stable order
 */
record DesiredIngress(
    ObjectKey key,
    String ingressClass,
    Map<String, String> annotations,
    List<Rule> rules,
    List<Tls> tls,
    List<Owner> owners) {

  /** A host and path with its backend. */
  record Rule(String host, String path, String service, int port) {}

  /** A certificate and its hosts. */
  record Tls(List<String> hosts, String secret) {}

  /** A Service as an owner. */
  record Owner(String name, String uid) {}
}
