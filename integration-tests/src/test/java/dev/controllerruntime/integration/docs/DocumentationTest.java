package dev.controllerruntime.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the pages quote and link to. {@code -Dsnippets.update=true} writes the quotes anew. */
final class DocumentationTest {
  private static final Path ROOT = root();
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#)([^)#\\s]+)");

  @TestFactory
  Stream<DynamicTest> quotedCode_isWhatTheCompiledSourcesSay() throws IOException {
    return pages().stream()
        .map(page -> DynamicTest.dynamicTest(ROOT.relativize(page).toString(), () -> quotes(page)));
  }

  @Test
  void links_leadToFilesThatAreThere() throws IOException {
    List<String> dead = new ArrayList<>();
    for (Path page : pages()) {
      LINK.matcher(Files.readString(page))
          .results()
          .map(match -> match.group(1))
          .filter(target -> !Files.exists(page.resolveSibling(target)))
          .forEach(target -> dead.add(ROOT.relativize(page) + " -> " + target));
    }
    assertThat(dead).isEmpty();
  }

  private static void quotes(Path page) throws IOException {
    String text = Files.readString(page);
    String fresh = new Snippets(ROOT).refreshed(text);
    if (Boolean.getBoolean("snippets.update")) {
      Files.writeString(page, fresh);
    } else {
      assertThat(text).as("run the test with -Dsnippets.update=true to renew").isEqualTo(fresh);
    }
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !ROOT.relativize(file).toString().contains("target"))
          .sorted()
          .toList();
    }
  }

  /** Maven runs tests in the module's directory, an IDE perhaps in the project's. */
  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (here != null && !Files.exists(here.resolve("bom"))) {
      here = here.getParent();
    }
    return java.util.Objects.requireNonNull(here, "not inside the project");
  }
}
