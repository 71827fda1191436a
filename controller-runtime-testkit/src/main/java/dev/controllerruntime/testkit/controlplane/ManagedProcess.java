package dev.controllerruntime.testkit.controlplane;

import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.testkit.concurrent.ExitHooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One child process; it also ends when this JVM does. */
final class ManagedProcess implements AutoCloseable {
  private static final Duration PROBE_EVERY = Duration.ofMillis(50);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);
  private static final int LOG_LINES = 15;

  private final String name;
  private final Process process;
  private final Path log;
  private final Concurrency concurrency;
  private final ExitHooks atExit;

  private ManagedProcess(String name, Process process, Path log, Concurrency concurrency) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.concurrency = concurrency;
    this.atExit = ExitHooks.onExit(process::destroyForcibly);
  }

  static ManagedProcess launch(String name, List<String> command, Path log, Concurrency concurrency)
      throws IOException {
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new ManagedProcess(name, process, log, concurrency);
  }

  void awaitReady(Probe probe, Duration within) throws IOException, InterruptedException {
    long deadline = concurrency.nanoTime() + within.toNanos();
    String last = "";
    while (concurrency.nanoTime() < deadline) {
      if (!process.isAlive()) {
        throw new IOException(
            name + " ended with code " + process.exitValue() + " before it was ready:\n" + tail());
      }
      last = probe.failure();
      if (last.isEmpty()) {
        return;
      }
      concurrency.sleep(PROBE_EVERY);
    }
    throw new IOException(name + " was not ready within " + within + ": " + last + "\n" + tail());
  }

  private String tail() throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
  }

  /** SIGTERM, and SIGKILL after 10 s. */
  @Override
  public void close() {
    atExit.forget();
    process.destroy();
    try {
      if (!process.waitFor(STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        process.waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      concurrency.current().interrupt();
    }
  }
}
