package dev.controllerruntime.samples.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.controllerruntime.checks.Determinism;
import dev.controllerruntime.checks.MainClasses;
import dev.controllerruntime.checks.SelfDescription;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Controllers that are tested in virtual time use none but their context's clock. */
class ArchitectureTest {
  private static final JavaClasses CLASSES = MainClasses.beside(ArchitectureTest.class);

  @Test
  void runs_areRepeatableFromTheirSeed() {
    assertThat(Determinism.violations(CLASSES, List.of())).isEmpty();
  }

  @Test
  void packages_areNullMarked() {
    assertThat(SelfDescription.packagesWithoutNullMarked(CLASSES)).isEmpty();
  }
}
