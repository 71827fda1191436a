package dev.controllerruntime.samples;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Settings as one YAML mapping; scalars keep their text, lists become comma-separated. */
final class SettingsFile {
  private static final YAMLMapper YAML = new YAMLMapper();

  private SettingsFile() {}

  static Map<String, String> read(Path file) {
    try {
      return parse(Files.readString(file), file.toString());
    } catch (NoSuchFileException e) {
      throw new ConfigurationFault("there is no settings file " + file, e);
    } catch (IOException e) {
      throw new ConfigurationFault(
          "cannot read the settings file " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads a text.
   *
   * @param where it comes from, for messages
   */
  static Map<String, String> parse(String text, String where) {
    JsonNode tree;
    try {
      tree = YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new ConfigurationFault(
          where
              + " is no YAML: "
              + e.getOriginalMessage()
              + (e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")"),
          e);
    }
    Map<String, String> values = new LinkedHashMap<>();
    if (tree == null || tree.isMissingNode() || tree.isNull()) {
      return values;
    }
    if (!tree.isObject()) {
      throw new ConfigurationFault(
          where + " must be one mapping of settings, such as 'domain: example.com'");
    }
    tree.properties().forEach(entry -> values.put(entry.getKey(), text(entry, where)));
    return values;
  }

  private static String text(Map.Entry<String, JsonNode> entry, String where) {
    JsonNode value = entry.getValue();
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(JsonNode::asText)
          .collect(Collectors.joining(","));
    }
    if (value.isObject()) {
      throw new ConfigurationFault(
          where + ": " + entry.getKey() + " must be a value or a list, not a mapping");
    }
    return value.isNull() ? "" : value.asText();
  }
}
