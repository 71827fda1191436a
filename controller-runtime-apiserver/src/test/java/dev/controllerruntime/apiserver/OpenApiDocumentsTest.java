package dev.controllerruntime.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OpenApiDocumentsTest {
  private static final ObjectMapper SORTED =
      new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);
  private final TestServer server = new TestServer();

  @Test
  @DisplayName("5: each OpenAPI v3 document is the recorded server's, to the last text")
  void documents_areTheRecordedServers() throws Exception {
    JsonNode wanted =
        RecordedSchemas.read("/dev/controllerruntime/apiserver/recorded/1.36/index.json")
            .path("openapiSha256");
    JsonNode paths = server.get("/openapi/v3").json().path("paths");
    assertThat(wanted).hasSizeGreaterThan(40);
    assertThat(paths).hasSameSizeAs(wanted);
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      JsonNode document = server.get(path.getValue().path("serverRelativeURL").asText()).json();
      assertThat(sha256(document))
          .as("document of %s", path.getKey())
          .isEqualTo(wanted.path(path.getKey()).asText());
    }
  }

  private static String sha256(JsonNode document) throws Exception {
    byte[] sorted = SORTED.writeValueAsBytes(SORTED.treeToValue(document, Object.class));
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(sorted));
  }
}
