package dev.controllerruntime.reflector;

import dev.controllerruntime.client.transport.ServerStatus;
import dev.controllerruntime.client.transport.StatusException;
import dev.controllerruntime.codec.CodecException;
import dev.controllerruntime.reflector.ReflectorFailure.Reason;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The current fault of one reflector in words that say what to do, told at once and then at most
 * once a minute for each reason, and once more when it is over.
 */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
  static final Duration REPEAT = Duration.ofMinutes(1);

  private final ReflectorTarget target;
  private final String server;
  private final InstantSource clock;
  private final Map<Reason, Instant> told = new EnumMap<>(Reason.class);
  private volatile @Nullable ReflectorFailure current;

  Failures(ReflectorTarget target, String server, InstantSource clock) {
    this.target = target;
    this.server = server;
    this.clock = clock;
  }

  Optional<ReflectorFailure> current() {
    return Optional.ofNullable(current);
  }

  /** What a failed attempt means. */
  Reason reason(Throwable fault) {
    if (fault instanceof Exchanges.KindMissingException) {
      return Reason.KIND_MISSING;
    }
    if (fault instanceof StatusException answered) {
      return switch (answered.status().code()) {
        case 401 -> Reason.UNAUTHORIZED;
        case 403 -> Reason.FORBIDDEN;
        case 404 -> Reason.KIND_MISSING;
        case 429 -> Reason.THROTTLED;
        default -> Reason.SERVER;
      };
    }
    if (fault instanceof CodecException || !(fault instanceof IOException)) {
      return Reason.PROTOCOL;
    }
    return Reason.CONNECTION;
  }

  /** An attempt failed; true when the fault is new or another one than before. */
  boolean failed(Reason reason, String verb, Throwable fault) {
    return failed(reason, message(reason, verb, fault));
  }

  boolean failed(Reason reason, String message) {
    ReflectorFailure before = current;
    boolean same = before != null && before.reason() == reason;
    Instant now = clock.instant();
    current = new ReflectorFailure(reason, message, before != null && same ? before.since() : now);
    Instant last = told.get(reason);
    if (last == null || !now.isBefore(last.plus(REPEAT))) {
      told.put(reason, now);
      LOG.warn("{}", message);
    }
    return !same;
  }

  /** An attempt succeeded; true when that ends a fault. */
  boolean healed() {
    ReflectorFailure before = current;
    if (before == null) {
      return false;
    }
    current = null;
    told.clear();
    LOG.info(
        "{}: list and watch work again after {} s",
        what(),
        Duration.between(before.since(), clock.instant()).toSeconds());
    return true;
  }

  String what() {
    return target.kind().kind() + " (" + target.kind().apiVersion() + ", " + target.scope() + ")";
  }

  private String message(Reason reason, String verb, Throwable fault) {
    String said =
        fault instanceof StatusException answered ? said(answered.status()) : oneLine(fault);
    String cannot = "cannot " + verb + " " + what() + " at " + server + ": ";
    return switch (reason) {
      case KIND_MISSING ->
          cannot
              + "the server does not have the kind; install its CustomResourceDefinition or check"
              + " group and version; trying again";
      case FORBIDDEN ->
          cannot
              + "permission missing: "
              + said
              + "; grant the verbs list and watch on it by a "
              + (target.namespace().isEmpty() ? "ClusterRole" : "Role in " + target.namespace())
              + "; trying again";
      case UNAUTHORIZED ->
          cannot + "credentials not accepted: " + said + "; renew them; trying again";
      case THROTTLED -> cannot + "the server asks to come back later: " + said;
      case PROTOCOL -> cannot + "the answer cannot be understood: " + said + "; trying again";
      default -> cannot + said + "; trying again";
    };
  }

  private static String said(ServerStatus status) {
    return status.code() + " " + status.message();
  }

  private static String oneLine(Throwable fault) {
    String message = fault.getMessage();
    return message == null || message.isBlank()
        ? fault.getClass().getSimpleName()
        : message.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }
}
