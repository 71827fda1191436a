package dev.controllerruntime.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A ConfigMap as a server tells it; each call returns a changed copy.
 *
 * @param labels JSON members
 * @param more JSON members of the metadata
 * @param data JSON members
 */
public record TestObject(
    String namespace,
    String name,
    String uid,
    String version,
    List<String> labels,
    List<String> more,
    List<String> data) {

  /** {@code namespace/name} at version 1, whose uid is {@code uid-name}. */
  public static TestObject of(String key) {
    String[] parts = key.split("/");
    return new TestObject(
        parts[0], parts[1], "uid-" + parts[1], "1", List.of(), List.of(), List.of());
  }

  public TestObject at(long newVersion) {
    return at(Long.toString(newVersion));
  }

  public TestObject at(String newVersion) {
    return new TestObject(namespace, name, uid, newVersion, labels, more, data);
  }

  public TestObject uid(String newUid) {
    return new TestObject(namespace, name, newUid, version, labels, more, data);
  }

  public TestObject label(String key, String value) {
    return new TestObject(
        namespace, name, uid, version, with(labels, member(key, value)), more, data);
  }

  public TestObject data(String key, String value) {
    return new TestObject(
        namespace, name, uid, version, labels, more, with(data, member(key, value)));
  }

  /** A raw JSON member of the data, well-formed or not for the model. */
  public TestObject rawData(String member) {
    return new TestObject(namespace, name, uid, version, labels, more, with(data, member));
  }

  public TestObject metadata(String member) {
    return new TestObject(namespace, name, uid, version, labels, with(more, member), data);
  }

  /** Owned by ConfigMaps of these names, whose uids are {@code uid-name}. */
  public TestObject ownedBy(String... owners) {
    String references =
        Stream.of(owners)
            .map(
                owner ->
                    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"%s\",\"uid\":\"uid-%s\"}"
                        .formatted(owner, owner))
            .collect(Collectors.joining(","));
    return metadata("\"ownerReferences\":[" + references + "]");
  }

  public String json() {
    List<String> metadata =
        new ArrayList<>(
            List.of(
                member("name", name),
                member("namespace", namespace),
                member("uid", uid),
                member("resourceVersion", version),
                "\"labels\":{" + String.join(",", labels) + "}"));
    metadata.addAll(more);
    return """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{%s},"data":{%s}}"""
        .formatted(String.join(",", metadata), String.join(",", data));
  }

  public Encoded encoded() {
    return Codec.json().read(json().getBytes(StandardCharsets.UTF_8));
  }

  /** One line of a watch. */
  public String event(String type) {
    return "{\"type\":\"" + type + "\",\"object\":" + json() + "}\n";
  }

  /** One line of a watch that tells a version only. */
  public static String bookmark(long version) {
    return """
        {"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1",\
        "metadata":{"resourceVersion":"%d"}}}
        """
        .formatted(version);
  }

  /** One line of a watch that ends it. */
  public static String error(int code, String reason) {
    return """
        {"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},\
        "status":"Failure","message":"the server says %s","reason":"%s","code":%d}}
        """
        .formatted(reason, reason, code);
  }

  /** A whole list. */
  public static String list(long version, TestObject... objects) {
    return page(Long.toString(version), "", objects);
  }

  /** A page of a list. */
  public static String page(String version, String next, TestObject... objects) {
    return """
        {"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"%s","continue":"%s"},\
        "items":[%s]}"""
        .formatted(
            version,
            next,
            Stream.of(objects).map(TestObject::json).collect(Collectors.joining(",")));
  }

  /** {@code shop/web@5}. */
  public static String text(Encoded object) {
    return object.metadata().key() + "@" + object.metadata().resourceVersion();
  }

  private static String member(String key, String value) {
    return "\"" + key + "\":\"" + value + "\"";
  }

  private static List<String> with(List<String> list, String member) {
    List<String> more = new ArrayList<>(list);
    more.add(member);
    return List.copyOf(more);
  }
}
