package dev.controllerruntime.apiserver.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.storage.ResourceStore;
import dev.controllerruntime.apiserver.storage.StoredObject;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Gives Services a cluster IP from {@code 10.0.0.0/24} and node ports from 30000 to 32767: always
 * the lowest free one, so that the same requests give the same addresses.
 *
 * @since 0.1.0
 */
public final class ServiceAddresses {
  private static final String NETWORK = "10.0.0.";
  private static final int FIRST_NODE_PORT = 30000;
  private static final int LAST_NODE_PORT = 32767;

  private ServiceAddresses() {}

  /**
   * Fills in addresses that are absent, keeps those the Service had, and refuses another cluster
   * IP.
   *
   * @param services the stored Services
   * @param old the stored object; empty for a create
   */
  public static void assign(
      ResourceStore services, Optional<ObjectNode> old, ObjectNode service, FieldErrors errors) {
    if (!(service.get("spec") instanceof ObjectNode spec)) {
      return;
    }
    String type = spec.path("type").asText();
    if (type.equals("ExternalName")) {
      spec.remove("clusterIP");
      spec.remove("clusterIPs");
      return;
    }
    String before = old.map(o -> o.path("spec").path("clusterIP").asText("")).orElse("");
    String wanted = spec.path("clusterIP").asText("");
    if (wanted.isEmpty()) {
      spec.put("clusterIP", before.isEmpty() ? freeAddress(services, errors) : before);
    } else if (!before.isEmpty() && !wanted.equals(before)) {
      errors.invalid(
          "spec.clusterIPs[0]", "[" + FieldErrors.quote(wanted) + "]", "may not change once set");
    }
    spec.putArray("clusterIPs").add(spec.path("clusterIP").asText());
    if (!spec.has("ipFamilies")) {
      spec.putArray("ipFamilies").add("IPv4");
    }
    if (!spec.has("ipFamilyPolicy")) {
      spec.put("ipFamilyPolicy", "SingleStack");
    }
    if (type.equals("NodePort") || type.equals("LoadBalancer")) {
      assignNodePorts(services, old, spec, errors);
    }
  }

  private static String freeAddress(ResourceStore services, FieldErrors errors) {
    Set<String> used = new TreeSet<>();
    for (StoredObject service : services.list("")) {
      used.add(service.tree().path("spec").path("clusterIP").asText());
    }
    for (int last = 1; last < 255; last++) {
      if (!used.contains(NETWORK + last)) {
        return NETWORK + last;
      }
    }
    errors.invalid("spec.clusterIPs", "[]", "failed to allocate a serviceIP: range is full");
    return "";
  }

  private static void assignNodePorts(
      ResourceStore services, Optional<ObjectNode> old, ObjectNode spec, FieldErrors errors) {
    Set<Integer> used = new TreeSet<>();
    for (StoredObject service : services.list("")) {
      for (JsonNode port : service.tree().path("spec").path("ports")) {
        used.add(port.path("nodePort").asInt());
      }
    }
    for (JsonNode node : spec.path("ports")) {
      if (node instanceof ObjectNode port && port.path("nodePort").asInt() == 0) {
        int chosen = nodePortBefore(old, port);
        for (int free = FIRST_NODE_PORT; chosen == 0 && free <= LAST_NODE_PORT; free++) {
          chosen = used.contains(free) ? 0 : free;
        }
        if (chosen == 0) {
          errors.invalid(
              "spec.ports.nodePort", "0", "failed to allocate a nodePort: range is full");
        }
        used.add(chosen);
        port.put("nodePort", chosen);
      }
    }
  }

  private static int nodePortBefore(Optional<ObjectNode> old, ObjectNode port) {
    if (old.isPresent()) {
      for (JsonNode before : old.get().path("spec").path("ports")) {
        if (before.path("port").equals(port.path("port"))
            && before.path("protocol").equals(port.path("protocol"))) {
          return before.path("nodePort").asInt();
        }
      }
    }
    return 0;
  }
}
