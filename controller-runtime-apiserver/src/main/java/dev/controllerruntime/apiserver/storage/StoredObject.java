package dev.controllerruntime.apiserver.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import java.util.List;

/**
 * One version of one object: its JSON, and what is looked at without parsing it.
 *
 * @param namespace empty for cluster-scoped objects
 * @param name the name
 * @param uid the uid
 * @param version the resource version
 * @param json the whole object in its stored form; never to be changed
 * @param labels its labels; a missing node when there are none
 * @param owners the uids of its owner references
 * @param deleting whether it has a deletion timestamp
 * @since 0.1.0
 */
public record StoredObject(
    String namespace,
    String name,
    String uid,
    long version,
    byte[] json,
    JsonNode labels,
    List<String> owners,
    boolean deleting) {

  /** Its place among the objects of its store. */
  public String key() {
    return key(namespace, name);
  }

  /** The place of an object; in the order of places lists are sorted (rule 20). */
  public static String key(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }

  /** The same content under another version. */
  public StoredObject withVersion(long newVersion) {
    ObjectNode tree = tree();
    Meta.of(tree).put("resourceVersion", Long.toString(newVersion));
    return new StoredObject(
        namespace, name, uid, newVersion, Json.bytes(tree), labels, owners, deleting);
  }

  /** A new tree, owned by the caller. */
  public ObjectNode tree() {
    return Json.stored(json);
  }
}
