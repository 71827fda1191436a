package dev.controllerruntime.apiserver.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;

/** The kubeconfig of an administrator of this server. */
final class Kubeconfig {
  private Kubeconfig() {}

  /** Its text: one cluster, one user with a bearer token, one context. */
  static String text(String server, String authorityPem, String token) {
    String authority =
        authorityPem.isEmpty()
            ? ""
            : "    certificate-authority-data: "
                + Base64.getEncoder().encodeToString(authorityPem.getBytes(StandardCharsets.UTF_8))
                + "\n";
    return """
        apiVersion: v1
        kind: Config
        clusters:
        - name: in-jvm
          cluster:
            server: %s
        %susers:
        - name: admin
          user:
            token: %s
        contexts:
        - name: in-jvm
          context:
            cluster: in-jvm
            user: admin
            namespace: default
        current-context: in-jvm
        """
        .formatted(server, authority, token);
  }

  /** Writes it whole or not at all, readable by its owner only. */
  static void write(Path file, String text) throws IOException {
    Path target = file.toAbsolutePath();
    Path folder = target.getParent();
    if (folder == null) {
      throw new IOException(file + " is no file name");
    }
    Files.createDirectories(folder);
    Path draft = Files.createTempFile(folder, ".kubeconfig", ".tmp");
    try {
      if (Files.getFileStore(draft).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
      }
      Files.writeString(draft, text);
      try {
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
