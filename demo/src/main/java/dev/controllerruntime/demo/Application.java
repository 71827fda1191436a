package dev.controllerruntime.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.DynamicObjects;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.client.Client;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The example application: its objects, from the YAML files beside this class. */
final class Application {
  private static final List<String> FILES =
      List.of(
          "namespace.yaml", "web.yaml", "cart.yaml", "catalog.yaml", "ledger.yaml", "broken.yaml");
  private static final ObjectReader YAML = new YAMLMapper().readerForMapOf(Object.class);

  private final List<DynamicObject> objects;

  private Application(List<DynamicObject> objects) {
    this.objects = List.copyOf(objects);
  }

  /** Reads the files. */
  static Application shop() throws IOException {
    List<DynamicObject> objects = new ArrayList<>();
    for (String file : FILES) {
      try (InputStream in = Application.class.getResourceAsStream("shop/" + file);
          MappingIterator<Map<String, Object>> documents = YAML.readValues(in)) {
        documents.forEachRemaining(tree -> objects.add(DynamicObjects.fromMap(tree)));
      } catch (JsonProcessingException e) {
        throw new IOException("shop/" + file + ": " + e.getOriginalMessage(), e);
      }
    }
    return new Application(objects);
  }

  /** Creates them in the order of the files. */
  void load(Client client) {
    objects.forEach(object -> client.create(kind(object), object));
  }

  /** How many objects of each kind, such as {@code 3 Deployments}, in order of appearance. */
  String inventory() {
    Map<String, Integer> count = new LinkedHashMap<>();
    objects.forEach(object -> count.merge(text(object, "/kind"), 1, Integer::sum));
    return String.join(
        ", ",
        count.entrySet().stream()
            .map(e -> e.getValue() + " " + e.getKey() + (e.getValue() == 1 ? "" : "s"))
            .toList());
  }

  /** The objects of one kind. */
  List<DynamicObject> of(String kind) {
    return objects.stream().filter(object -> kind.equals(text(object, "/kind"))).toList();
  }

  static Kind<DynamicObject> kind(DynamicObject object) {
    return Kind.dynamic(text(object, "/apiVersion"), text(object, "/kind"));
  }

  private static String text(DynamicObject object, String pointer) {
    return String.valueOf(object.get(pointer).orElse(""));
  }
}
