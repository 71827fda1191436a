package dev.controllerruntime.testkit;

import dev.controllerruntime.apiserver.ApiServer;
import dev.controllerruntime.apiserver.User;
import dev.controllerruntime.apiserver.http.HttpFront;
import dev.controllerruntime.concurrent.Concurrency;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** An API server in this JVM behind a loopback port. */
final class HttpBackend {
  private static final String TOKEN = "administrator";

  private HttpBackend() {}

  static Backend start() {
    Concurrency concurrency = Concurrency.system();
    ApiServer engine =
        ApiServer.builder()
            .token(TOKEN, User.admin())
            .build(concurrency.clock().instant(), concurrency.random());
    try {
      HttpFront front = HttpFront.builder().clock(concurrency.clock()).start(engine);
      try {
        Path kubeconfig = Files.createTempFile("in-jvm", ".kubeconfig");
        front.writeKubeconfig(kubeconfig, TOKEN);
        return new RemoteBackend(
            Ground.IN_JVM_HTTP,
            kubeconfig,
            UnaryOperator.identity(),
            () -> stop(front, kubeconfig));
      } catch (IOException e) {
        front.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "ground " + Ground.IN_JVM_HTTP.propertyValue() + ": " + e.getMessage(), e);
    }
  }

  private static void stop(HttpFront front, Path kubeconfig) {
    front.close();
    try {
      Files.deleteIfExists(kubeconfig);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + kubeconfig, e);
    }
  }
}
