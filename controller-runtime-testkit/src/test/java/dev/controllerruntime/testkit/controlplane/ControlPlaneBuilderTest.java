package dev.controllerruntime.testkit.controlplane;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlPlaneBuilderTest {
  @Test
  void folderWithoutBinaries_isToldWithFolderAndProgram(@TempDir Path empty) {
    assertThatThrownBy(() -> ControlPlane.builder().assets(empty).start())
        .isInstanceOf(IOException.class)
        .hasMessageContaining(empty.toString())
        .hasMessageContaining("etcd");
  }
}
