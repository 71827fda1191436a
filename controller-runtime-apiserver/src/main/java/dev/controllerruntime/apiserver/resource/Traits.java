package dev.controllerruntime.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.json.Meta;
import java.util.List;

/**
 * How a kind differs from generic storage. Probed on a real server and recorded as data.
 *
 * @param createOnUpdate whether PUT on a missing object creates it (rule 56)
 * @param unconditionalUpdate whether PUT may leave the resource version out (rule 49)
 * @param deleteAnswersObject whether an immediate delete answers the object instead of a Status
 *     (rule 71)
 * @param generation whether objects start with generation 1
 * @param generationOnSpec whether a change outside metadata and status raises it (rule 51)
 * @param generationOnMetadata metadata fields that raise it, too
 * @param orphansByDefault whether a delete without propagation policy orphans (rule 70)
 * @param statusKeptOnCreate whether a status sent with a create stays
 * @param statusKeepsMetadata metadata fields that {@code /status} may change (rule 52); everything
 *     when it contains {@code *}
 * @param finalizersOnCreate finalizers that the server adds
 * @param fieldSelectors fields beyond {@code metadata.name} and {@code metadata.namespace} (rule
 *     21)
 * @since 0.1.0
 */
public record Traits(
    boolean createOnUpdate,
    boolean unconditionalUpdate,
    boolean deleteAnswersObject,
    boolean generation,
    boolean generationOnSpec,
    List<String> generationOnMetadata,
    boolean orphansByDefault,
    boolean statusKeptOnCreate,
    List<String> statusKeepsMetadata,
    List<String> finalizersOnCreate,
    List<String> fieldSelectors) {

  /** Traits of every custom resource. */
  public static final Traits CUSTOM =
      new Traits(
          false, false, false, true, true, List.of(), false, false, List.of(), List.of(),
          List.of());

  /** Traits of a recorded kind that was not probed. */
  static final Traits UNPROBED =
      new Traits(
          false, true, false, false, false, List.of(), false, false, List.of(), List.of(),
          List.of());

  static Traits read(JsonNode node) {
    boolean generation = node.path("generation").asBoolean();
    return new Traits(
        node.path("createOnUpdate").asBoolean(),
        node.path("unconditionalUpdate").asBoolean(true),
        node.path("deleteAnswer").asText().equals("Object"),
        generation,
        node.path("generationOnSpec").asBoolean(generation),
        Meta.texts(node.path("generationOnMetadata")),
        node.path("orphansByDefault").asBoolean(),
        node.path("statusOnCreate").asText().equals("kept"),
        Meta.texts(node.path("statusKeepsMetadata")),
        Meta.texts(node.path("finalizersOnCreate")),
        Meta.texts(node.path("fieldSelectors")));
  }
}
