package dev.controllerruntime.leaderelection;

import dev.controllerruntime.client.AlreadyExistsException;
import dev.controllerruntime.client.ApiException;
import dev.controllerruntime.client.ConflictException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One Lease in memory, with faults and slow answers on order. */
final class ScriptedLease implements LeaseLock {
  private final ManualTime time;
  private @Nullable LeaseRecord stored;
  private int version;
  private boolean down;
  private boolean losesAnswers;
  private Duration latency = Duration.ZERO;
  private int requests;

  ScriptedLease(ManualTime time) {
    this.time = time;
  }

  LeaseRecord stored() {
    return Objects.requireNonNull(stored, "the Lease does not exist");
  }

  int requests() {
    return requests;
  }

  void down(boolean isDown) {
    down = isDown;
  }

  /** Writes are carried out, but the caller gets an error. */
  void losesAnswers(boolean loses) {
    losesAnswers = loses;
  }

  void answersAfter(Duration answerLatency) {
    latency = answerLatency;
  }

  /** Somebody else writes. */
  LeaseRecord put(LeaseRecord record) {
    LeaseRecord next =
        new LeaseRecord(
            String.valueOf(++version),
            record.holder(),
            record.durationSeconds(),
            record.acquired(),
            record.renewed(),
            record.transitions());
    stored = next;
    return next;
  }

  void delete() {
    stored = null;
  }

  @Override
  public Optional<LeaseRecord> read() {
    answer();
    return Optional.ofNullable(stored);
  }

  @Override
  public LeaseRecord create(LeaseRecord claim) {
    requests++;
    refuseWhenDown();
    if (stored != null) {
      throw new AlreadyExistsException(409, "AlreadyExists", "lease exists", null);
    }
    LeaseRecord result = put(claim);
    time.pass(latency);
    loseAnswer();
    return result;
  }

  @Override
  public LeaseRecord update(LeaseRecord before, LeaseRecord claim) {
    requests++;
    refuseWhenDown();
    LeaseRecord now = stored;
    if (now == null || !now.resourceVersion().equals(before.resourceVersion())) {
      throw new ConflictException(409, "Conflict", "lease has changed", null);
    }
    LeaseRecord result = put(claim);
    time.pass(latency);
    loseAnswer();
    return result;
  }

  private void answer() {
    requests++;
    refuseWhenDown();
    time.pass(latency);
  }

  private void refuseWhenDown() {
    if (down) {
      throw new ApiException(0, "", "server is down", null);
    }
  }

  private void loseAnswer() {
    if (losesAnswers) {
      throw new ApiException(0, "", "answer lost", null);
    }
  }

  @Override
  public String describe() {
    return "shop/test";
  }
}
