package dev.controllerruntime.apiserver.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.controllerruntime.checks.Determinism;
import dev.controllerruntime.checks.MainClasses;
import dev.controllerruntime.checks.SelfDescription;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The engine has no clock, thread, wait or chance of its own; its fronts drive it. */
class ArchitectureTest {
  private static final String ROOT = "dev.controllerruntime.apiserver.";
  private static final JavaClasses CLASSES = MainClasses.beside(ArchitectureTest.class);

  @Test
  void engine_isDrivenFromOutside() {
    List<String> exempt =
        List.of(
            // Real sockets and the threads behind them.
            ROOT + "http.",
            // The command, which owns its process.
            ROOT + "cli.",
            // A table of old names that is only looked up, never walked over.
            ROOT + "selector.FieldSelector");
    assertThat(Determinism.violations(CLASSES, exempt)).isEmpty();
  }

  @Test
  void engine_knowsNeitherItsFrontsNorTheRuntime() {
    TreeSet<String> wrong = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      boolean front =
          type.getPackageName().startsWith(ROOT + "http")
              || type.getPackageName().startsWith(ROOT + "cli");
      type.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getName())
          .filter(
              target ->
                  target.startsWith("dev.controllerruntime.") && !target.startsWith(ROOT)
                      || target.startsWith("org.junit.")
                      || !front
                          && (target.startsWith(ROOT + "http.")
                              || target.startsWith(ROOT + "cli.")
                              || target.startsWith("org.eclipse.jetty.")
                              || target.startsWith("picocli.")))
          .forEach(target -> wrong.add(type.getName() + " uses " + target));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void packages_areNullMarked() {
    assertThat(SelfDescription.packagesWithoutNullMarked(CLASSES)).isEmpty();
  }
}
