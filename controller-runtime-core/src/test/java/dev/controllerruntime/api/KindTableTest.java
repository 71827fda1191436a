package dev.controllerruntime.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The recorded table against the models: nothing of it is made up, nothing is forgotten. */
class KindTableTest {
  private static final String MODELS = "io.kubernetes.client.openapi.models.";

  /** Models that came with client-java 27; with an older one they are known as dynamic kinds. */
  private static final List<String> NEW_IN_27 =
      List.of("V1MutatingAdmissionPolicy", "V1MutatingAdmissionPolicyBinding");

  private static Optional<Class<?>> model(KindTable.Entry entry) throws ClassNotFoundException {
    try {
      return Optional.of(Class.forName(MODELS + entry.className()));
    } catch (ClassNotFoundException e) {
      if (NEW_IN_27.contains(entry.className())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Test
  void everyRow_isComplete() {
    assertThat(KindTable.all()).hasSizeGreaterThan(60);
    for (KindTable.Entry entry : KindTable.all()) {
      assertThat(entry.version()).as(entry.toString()).matches("v[0-9]+((alpha|beta)[0-9]+)?");
      assertThat(entry.kind()).as(entry.toString()).matches("[A-Z][A-Za-z0-9]+");
      assertThat(entry.plural()).as(entry.toString()).matches("[a-z]+");
      assertThat(entry.singular()).as(entry.toString()).matches("[a-z]+");
      assertThat(entry.verbs()).as(entry.toString()).isNotEmpty();
      assertThat(entry.group()).as(entry.toString()).matches("|[a-z0-9.]+");
      assertThat(entry.className()).endsWithIgnoringCase(entry.kind());
    }
  }

  @Test
  void everyRow_isAModelWithTypeAndMetadata_thatKindFinds() throws Exception {
    for (KindTable.Entry entry : KindTable.all()) {
      Optional<Class<?>> model = model(entry);
      if (model.isPresent()) {
        Class<?> type = model.get();
        assertThat(type.getMethod("getMetadata").getReturnType()).isEqualTo(V1ObjectMeta.class);
        assertThat(type.getMethod("setKind", String.class)).isNotNull();
        assertThat(type.getMethod("setApiVersion", String.class)).isNotNull();
        Kind<?> kind = Kind.of(type);
        assertThat(kind.kind()).isEqualTo(entry.kind());
        assertThat(KindTable.find(kind)).contains(entry);
      }
      String apiVersion =
          entry.group().isEmpty() ? entry.version() : entry.group() + "/" + entry.version();
      assertThat(KindTable.find(Kind.dynamic(apiVersion, entry.kind()))).contains(entry);
    }
  }

  @Test
  void rows_areUnique_byClassAndByKind() {
    assertThat(KindTable.all().stream().map(KindTable.Entry::className)).doesNotHaveDuplicates();
    assertThat(KindTable.all().stream().map(e -> e.group() + "/" + e.version() + "/" + e.kind()))
        .doesNotHaveDuplicates();
  }

  @Test
  void everyStableModelWithMetadata_isInTheTable_orAbsentForAReason() throws Exception {
    TreeSet<String> absent = new TreeSet<>();
    for (String name : modelNames()) {
      boolean stable = name.matches("([A-Z][a-z]+)?V[0-9]+[A-Z].*");
      Class<?> model = Class.forName(MODELS + name);
      if (stable && KubernetesObject.class.isAssignableFrom(model)) {
        if (KindTable.find(model).isEmpty()) {
          absent.add(name);
        }
      }
    }
    // V2APIGroupDiscovery came with 27: what is absent is one of these, whatever the version.
    assertThat(absent)
        .contains("V1Eviction", "V1Scale")
        .isSubsetOf(
            // No objects of their own: bodies of the subresources eviction, token and scale.
            "V1Eviction",
            "AuthenticationV1TokenRequest",
            "V1Scale",
            // A part of the discovery documents.
            "V2APIGroupDiscovery");
  }

  private static List<String> modelNames() throws Exception {
    Path jar = Path.of(V1Pod.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (FileSystem files = FileSystems.newFileSystem(jar)) {
      return names(files.getPath("/" + MODELS.replace('.', '/')));
    }
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> classes = Files.list(directory)) {
      return classes
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".class") && !file.contains("$"))
          .map(file -> file.substring(0, file.length() - ".class".length()))
          .sorted()
          .toList();
    }
  }
}
