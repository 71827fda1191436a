package dev.controllerruntime.manager;

import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.concurrent.Concurrency;
import dev.controllerruntime.concurrent.Concurrency.ThreadKind;
import dev.controllerruntime.concurrent.Promise;
import dev.controllerruntime.concurrent.Task;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * The wiring of several controllers, asked for on a thread of its own: whoever starts a manager
 * waits for an answer, but not for a server.
 */
final class StartCheck {
  private final Promise<List<String>> answer;
  private final Task asking;

  private StartCheck(Promise<List<String>> answer, Task asking) {
    this.answer = answer;
    this.asking = asking;
  }

  /**
   * Begins.
   *
   * @param resolver does not try again: what is down now is down
   */
  static StartCheck ask(
      List<Registration> all, ResourceResolver resolver, Concurrency concurrency) {
    Promise<List<String>> answer = new Promise<>(concurrency);
    Task asking =
        concurrency.start(
            "wiring-check",
            ThreadKind.PLATFORM,
            () -> {
              try {
                answer.complete(faults(all, new WiringCheck(resolver)));
              } catch (IOException | InterruptedException | RuntimeException e) {
                answer.fail(e);
              }
            });
    return new StartCheck(answer, asking);
  }

  private static List<String> faults(List<Registration> all, WiringCheck check)
      throws IOException, InterruptedException {
    List<String> faults = new ArrayList<>();
    for (Registration each : all) {
      for (String fault : check.faults(each.spec())) {
        faults.add("controller " + each.spec().name() + ": " + fault);
      }
    }
    return faults;
  }

  /**
   * All faults of all controllers.
   *
   * @throws IOException when the server did not answer, or not in time; nothing is asked any more
   */
  List<String> faults(Duration atMost) throws IOException, InterruptedException {
    try {
      return answer.get(atMost);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException("asking failed: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new IOException("the server has not answered within " + atMost.toSeconds() + " s", e);
    } finally {
      asking.interrupt();
    }
  }
}
