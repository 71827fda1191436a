package dev.controllerruntime.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.controllerruntime.checks.Determinism;
import dev.controllerruntime.checks.MainClasses;
import dev.controllerruntime.checks.SelfDescription;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the testkit runs in virtual time must not depend on real time. */
class ArchitectureTest {
  private static final String ROOT = "dev.controllerruntime.testkit.";
  private static final JavaClasses CLASSES = MainClasses.beside(ArchitectureTest.class);

  @Test
  void runs_areRepeatableFromTheirSeed() {
    // Real processes, which real time belongs to.
    List<String> exempt = List.of(ROOT + "controlplane.");
    assertThat(Determinism.violations(CLASSES, exempt)).isEmpty();
  }

  @Test
  void packages_areNullMarked() {
    assertThat(SelfDescription.packagesWithoutNullMarked(CLASSES)).isEmpty();
  }

  @Test
  void publicTypes_sayHowStableTheyAre() {
    assertThat(SelfDescription.typesWithoutStability(CLASSES)).isEmpty();
  }
}
