package dev.controllerruntime.benchmarks;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.transport.Transport;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.manager.Manager;
import dev.controllerruntime.reconciler.Result;
import io.kubernetes.client.openapi.ApiClient;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From the moment an event has been mapped to a request until the reconciler has it: through queue,
 * hand-over to a worker and the set-up of the run, in a whole manager. One request at a time, so
 * the worker sleeps before each: the wake-up of a thread is in the figure.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class EventToReconcile {
  private static final Request REQUEST = new Request("", ObjectKey.of("shop/web"));

  private final CountDownLatch started = new CountDownLatch(1);
  private volatile Controller.@Nullable Sink<Request> sink;
  private volatile long runs;
  private @Nullable Manager manager;
  private long expected;

  /** Starts a manager that asks no server anything: the controller watches no kind. */
  @Setup
  public void start() throws InterruptedException {
    Manager made =
        Manager.builder()
            .transport(
                Transport.http(
                    new ApiClient().setBasePath("http://127.0.0.1:1"), Concurrency.system()))
            .build();
    made.add(
        Controller.requests("benchmark", Request.class)
            .source(
                "events",
                to -> {
                  sink = to;
                  started.countDown();
                })
            .reconcile(
                (request, context) -> {
                  runs = runs + 1;
                  return Result.done();
                }));
    made.start();
    manager = made;
    started.await();
  }

  /** Ends it. */
  @TearDown
  public void stop() {
    Manager running = manager;
    if (running != null) {
      running.close();
    }
  }

  /** One event, and its reconcile's start. */
  @Benchmark
  public long start_afterEvent() {
    Controller.Sink<Request> to = sink;
    if (to == null) {
      throw new IllegalStateException("not started");
    }
    expected++;
    to.add(REQUEST);
    while (runs < expected) {
      Thread.onSpinWait();
    }
    return runs;
  }
}
