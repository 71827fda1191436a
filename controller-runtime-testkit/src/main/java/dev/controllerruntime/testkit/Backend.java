package dev.controllerruntime.testkit;

import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.concurrent.Concurrency;
import java.nio.file.Path;
import java.util.Optional;

/** The server side of one test. */
interface Backend extends AutoCloseable {
  Ground ground();

  /** Time, threads, waiting and chance of everything in the test. */
  Concurrency concurrency();

  Pace pace();

  /** A way in of its own, as an administrator; whoever asked for it closes it. */
  Transport connect();

  /** The namespace that clients of this connection live in. */
  default String namespace() {
    return "default";
  }

  /** Empty where there is no address. */
  Optional<Path> kubeconfig();

  /** What helps to repeat a failed test; empty when nothing does. */
  String diagnosis();

  /** Gives the cluster back, empty where it is used again. */
  @Override
  void close();
}
