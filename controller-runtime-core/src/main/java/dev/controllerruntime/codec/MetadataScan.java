package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import dev.controllerruntime.api.MetadataBuilder;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.OwnerReference;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code metadata} and cuts {@code managedFields} out. Remembers the first thing wrong. */
final class MetadataScan {
  private final List<String> pairs = new ArrayList<>();
  private String lastNamespace = "";
  private MetadataBuilder builder = new MetadataBuilder();
  private Cuts cuts = new Cuts();
  private @Nullable ObjectMetadata built;
  private @Nullable String problem;

  void begin(Cuts cutsOfObject) {
    builder = new MetadataBuilder();
    cuts = cutsOfObject;
    built = null;
    problem = null;
  }

  ObjectMetadata metadata() {
    ObjectMetadata metadata = built;
    if (metadata == null) {
      metadata = builder.build();
      built = metadata;
    }
    return metadata;
  }

  @Nullable String problem() {
    return problem;
  }

  /** Walks over the value of {@code metadata}, whose first token is the current one. */
  void walk(JsonParser parser, JsonToken value) throws IOException {
    if (value != JsonToken.START_OBJECT) {
      skip(parser, value, "/metadata", "an object");
      return;
    }
    JsonToken token = parser.nextToken();
    while (token == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      if (name.equals("managedFields")) {
        token = cuts.memberAt(parser);
      } else {
        field(parser, name, parser.nextToken());
        token = parser.nextToken();
      }
    }
  }

  private void field(JsonParser parser, String name, JsonToken value) throws IOException {
    switch (name) {
      case "name" -> builder.name(text(parser, value, "name"));
      case "namespace" -> {
        String namespace = text(parser, value, "namespace");
        lastNamespace = namespace.equals(lastNamespace) ? lastNamespace : namespace;
        builder.namespace(lastNamespace);
      }
      case "generateName" -> builder.generateName(text(parser, value, "generateName"));
      case "uid" -> builder.uid(text(parser, value, "uid"));
      case "resourceVersion" -> builder.resourceVersion(text(parser, value, "resourceVersion"));
      case "generation" -> builder.generation(number(parser, value, "generation"));
      case "deletionGracePeriodSeconds" -> {
        if (value != JsonToken.VALUE_NULL) {
          builder.deletionGraceSeconds(number(parser, value, "deletionGracePeriodSeconds"));
        }
      }
      case "creationTimestamp" -> builder.created(time(parser, value, "creationTimestamp"));
      case "deletionTimestamp" ->
          builder.deletionTimestamp(time(parser, value, "deletionTimestamp"));
      case "labels" -> builder.labelPairs(texts(parser, value, "labels"));
      case "annotations" -> builder.annotationPairs(texts(parser, value, "annotations"));
      case "finalizers" -> builder.finalizers(list(parser, value));
      case "ownerReferences" -> builder.owners(owners(parser, value));
      default -> parser.skipChildren();
    }
  }

  private String text(JsonParser parser, JsonToken value, String field) throws IOException {
    if (value == JsonToken.VALUE_STRING) {
      return parser.getText();
    }
    skip(parser, value, "/metadata/" + field, "a text");
    return "";
  }

  private long number(JsonParser parser, JsonToken value, String field) throws IOException {
    String pointer = "/metadata/" + field;
    if (value == JsonToken.VALUE_NUMBER_INT) {
      try {
        return parser.getLongValue();
      } catch (InputCoercionException e) {
        complain(pointer + ": the number does not fit 64 bits");
        return 0;
      }
    }
    skip(parser, value, pointer, "an integer");
    return 0;
  }

  private @Nullable Instant time(JsonParser parser, JsonToken value, String field)
      throws IOException {
    String text = text(parser, value, field);
    if (text.isEmpty()) {
      return null;
    }
    try {
      return MetadataBuilder.time(text);
    } catch (IllegalArgumentException e) {
      complain("/metadata/" + field + ": " + e.getMessage());
      return null;
    }
  }

  private List<String> texts(JsonParser parser, JsonToken value, String field) throws IOException {
    pairs.clear();
    if (value != JsonToken.START_OBJECT) {
      skip(parser, value, "/metadata/" + field, "an object");
      return pairs;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      pairs.add(parser.currentName());
      JsonToken token = parser.nextToken();
      if (token == JsonToken.VALUE_STRING) {
        pairs.add(parser.getText());
      } else {
        skip(parser, token, "/metadata/" + field + "/" + pairs.get(pairs.size() - 1), "a text");
        pairs.add("");
      }
    }
    return pairs;
  }

  private List<String> list(JsonParser parser, JsonToken value) throws IOException {
    List<String> texts = new ArrayList<>(2);
    if (value != JsonToken.START_ARRAY) {
      skip(parser, value, "/metadata/finalizers", "a list");
      return texts;
    }
    for (JsonToken item = parser.nextToken();
        item != JsonToken.END_ARRAY;
        item = parser.nextToken()) {
      if (item == JsonToken.VALUE_STRING) {
        texts.add(parser.getText());
      } else {
        skip(parser, item, "/metadata/finalizers/" + texts.size(), "a text");
      }
    }
    return texts;
  }

  private List<OwnerReference> owners(JsonParser parser, JsonToken value) throws IOException {
    List<OwnerReference> owners = new ArrayList<>(1);
    if (value != JsonToken.START_ARRAY) {
      skip(parser, value, "/metadata/ownerReferences", "a list");
      return owners;
    }
    for (JsonToken item = parser.nextToken();
        item != JsonToken.END_ARRAY;
        item = parser.nextToken()) {
      if (item == JsonToken.START_OBJECT) {
        owners.add(owner(parser, "ownerReferences/" + owners.size() + "/"));
      } else {
        skip(parser, item, "/metadata/ownerReferences/" + owners.size(), "an object");
      }
    }
    return owners;
  }

  private OwnerReference owner(JsonParser parser, String path) throws IOException {
    String apiVersion = "";
    String kind = "";
    String name = "";
    String uid = "";
    boolean controller = false;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      switch (field) {
        case "apiVersion" -> apiVersion = text(parser, value, path + field);
        case "kind" -> kind = text(parser, value, path + field);
        case "name" -> name = text(parser, value, path + field);
        case "uid" -> uid = text(parser, value, path + field);
        case "controller" -> controller = value == JsonToken.VALUE_TRUE;
        default -> parser.skipChildren();
      }
    }
    return new OwnerReference(apiVersion, kind, name, uid, controller);
  }

  /** Null stands for absent, as on the server; anything else unexpected is a problem. */
  private void skip(JsonParser parser, JsonToken value, String pointer, String expected)
      throws IOException {
    if (value != JsonToken.VALUE_NULL) {
      complain(pointer + ": expected " + expected + ", found " + JsonFormat.describe(value));
    }
    parser.skipChildren();
  }

  private void complain(String what) {
    if (problem == null) {
      problem = what;
    }
  }
}
