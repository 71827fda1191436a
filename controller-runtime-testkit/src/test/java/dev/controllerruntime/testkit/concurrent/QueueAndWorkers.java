package dev.controllerruntime.testkit.concurrent;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Timers;
import dev.controllerruntime.controller.ContextFactory.RunContext;
import dev.controllerruntime.controller.ControllerLoop;
import dev.controllerruntime.controller.LoopOptions;
import dev.controllerruntime.controller.RunListener;
import dev.controllerruntime.queue.WorkQueue;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.slf4j.LoggerFactory;

/**
 * A thousand keys, four producers, workers that are added, taken away and paused, runs that fail,
 * hang, and ask to be run again. As a program it prints the trace of a seed, so that two JDKs can
 * be compared line by line.
 */
final class QueueAndWorkers {
  private static final int KEYS = 1000;
  private static final int PRODUCERS = 4;
  private static final int EVENTS_EACH = 1000;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** What a run saw and left behind. */
  record Outcome(
      List<String> trace,
      long lines,
      String sha256,
      List<String> overlaps,
      List<String> stale,
      Map<RunListener.RunResult, Integer> results,
      int timedOut,
      int lowestDepth) {}

  private final Simulation simulation;
  private final WorkQueue<Request> queue;
  private final ControllerLoop<Request> loop;
  private final Timers timers;
  private final int[] desired = new int[KEYS];
  private final int[] actual = new int[KEYS];
  private final boolean[] inWork = new boolean[KEYS];
  private final List<String> overlaps = new ArrayList<>();
  private final Map<RunListener.RunResult, Integer> results = new TreeMap<>();
  private int timedOut;
  private int lowestDepth;

  private QueueAndWorkers(Simulation simulation) {
    this.simulation = simulation;
    this.queue = new WorkQueue<>(simulation, "load");
    this.timers = Timers.start(simulation, "timers");
    Context context = mock(Context.class, withSettings().stubOnly());
    RunContext runContext = new SameContext(context);
    this.loop =
        new ControllerLoop<>(
            simulation,
            timers,
            new LoopOptions("load", "Thing", 8, TIMEOUT),
            queue,
            (request, unused) -> reconcile(request),
            run -> runContext,
            new Counter());
  }

  private record SameContext(Context context) implements RunContext {
    @Override
    public void refuseWrites(String reason) {}

    @Override
    public void close() {}
  }

  private final class Counter implements RunListener {
    @Override
    public void finished(RunResult result, Duration took) {
      results.merge(result, 1, Integer::sum);
    }

    @Override
    public void timedOut() {
      timedOut++;
    }
  }

  static Outcome run(long seed) throws InterruptedException {
    try (Simulation simulation = Simulation.seeded(seed)) {
      return new QueueAndWorkers(simulation).run();
    }
  }

  private Outcome run() throws InterruptedException {
    loop.start();
    for (int i = 0; i < PRODUCERS; i++) {
      int mine = i;
      simulation.start("producer-" + i, ThreadKind.PLATFORM, () -> produce(mine));
    }
    simulation.advance(Duration.ofSeconds(2));
    loop.workers(3);
    simulation.advance(Duration.ofSeconds(2));
    loop.pause("for a while");
    simulation.advance(Duration.ofSeconds(1));
    loop.resume("for a while");
    loop.workers(12);
    while (queue.inWork() > 0 || queue.nextReady().isPresent()) {
      lowestDepth = Math.min(lowestDepth, queue.depth());
      simulation.advance(Duration.ofSeconds(10));
    }
    List<?> left = loop.stop(Duration.ofSeconds(20), Duration.ofSeconds(2));
    if (!left.isEmpty()) {
      throw new AssertionError("runs are left after the stop: " + left);
    }
    timers.close();
    return new Outcome(
        simulation.trace(),
        simulation.traceCount(),
        simulation.traceSha256(),
        overlaps,
        stale(),
        results,
        timedOut,
        lowestDepth);
  }

  private void produce(int mine) {
    RandomGenerator random = simulation.random();
    try {
      for (int i = 0; i < EVENTS_EACH; i++) {
        // The first round reaches every key; then chance decides.
        int key = i < KEYS / PRODUCERS ? i * PRODUCERS + mine : any(random);
        desired[key]++;
        simulation.point("changes " + request(key) + " to " + desired[key]);
        queue.add(request(key), random.nextInt(-100, 101), null);
        if (random.nextInt(4) == 0) {
          simulation.sleep(Duration.ofMillis(random.nextInt(20)));
        }
      }
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts producers", e);
    }
  }

  private static int any(RandomGenerator random) {
    return random.nextInt(KEYS);
  }

  private static Request request(int key) {
    return Request.of(new ObjectKey("ns-" + key % 10, "thing-" + key));
  }

  private static int key(Request request) {
    String name = request.key().name();
    return Integer.parseInt(name.substring(name.indexOf('-') + 1));
  }

  private Result reconcile(Request request) throws InterruptedException {
    int key = key(request);
    if (inWork[key]) {
      overlaps.add(request + " at " + simulation.elapsed());
    }
    inWork[key] = true;
    try {
      int seen = desired[key];
      simulation.point("reconciles " + request + " at " + seen);
      RandomGenerator random = simulation.random();
      int chance = random.nextInt(100);
      simulation.sleep(Duration.ofMillis(random.nextInt(30)));
      if (chance < 1) {
        simulation.sleep(TIMEOUT.multipliedBy(10));
      }
      if (chance < 20) {
        simulation.point("fails " + request);
        throw new IllegalStateException("chance was " + chance);
      }
      actual[key] = seen;
      simulation.point("reconciled " + request + " to " + seen);
      return chance < 30
          ? Result.requeueAfter(Duration.ofSeconds(1 + random.nextInt(600)))
          : Result.done();
    } finally {
      inWork[key] = false;
    }
  }

  private List<String> stale() {
    List<String> stale = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      if (desired[key] == 0 || actual[key] != desired[key]) {
        stale.add(request(key) + " is at " + actual[key] + ", should be at " + desired[key]);
      }
    }
    return stale;
  }

  /** Writes the trace of a seed to a file: {@code QueueAndWorkers SEED FILE}. */
  public static void main(String[] args) throws InterruptedException, IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException("expected two arguments, the seed and a file");
    }
    // The failures are wanted, and not worth a line.
    ((Logger) LoggerFactory.getLogger(ControllerLoop.class)).setLevel(Level.OFF);
    Outcome outcome = run(Long.parseLong(args[0]));
    Files.writeString(Path.of(args[1]), String.join("\n", outcome.trace()) + "\n");
  }
}
