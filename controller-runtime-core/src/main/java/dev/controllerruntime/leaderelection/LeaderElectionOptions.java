package dev.controllerruntime.leaderelection;

import dev.controllerruntime.api.Stable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a leader is elected. Immutable.
 *
 * <p>The times follow client-go's {@code leaderelection} package and must satisfy {@code
 * leaseDuration > renewDeadline > 1.2 × retryPeriod}: a leader gives up before anybody else may
 * take over, and has time for more than one try.
 *
 * @since 0.1.0
 */
@Stable
public final class LeaderElectionOptions {
  /** How far waits are stretched at random, so that candidates do not move in step. */
  static final double JITTER = 0.2;

  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern IDENTITY = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  private final String namespace;
  private final String lease;
  private final String identity;
  private final Duration leaseDuration;
  private final Duration renewDeadline;
  private final Duration retryPeriod;

  private LeaderElectionOptions(Builder from) {
    namespace = from.namespace;
    lease = from.lease;
    identity = from.identity;
    leaseDuration = from.leaseDuration;
    renewDeadline = from.renewDeadline;
    retryPeriod = from.retryPeriod;
  }

  /**
   * A builder with the defaults.
   *
   * @param namespace where the Lease lives
   * @param lease its name
   * @param identity who this process is, such as the pod's name; a random suffix is added, so that
   *     two processes of one identity never both lead
   */
  public static Builder builder(String namespace, String lease, String identity) {
    return new Builder(namespace, lease, identity);
  }

  /** A builder with these values. */
  public Builder toBuilder() {
    return new Builder(namespace, lease, identity)
        .leaseDuration(leaseDuration)
        .renewDeadline(renewDeadline)
        .retryPeriod(retryPeriod);
  }

  /** The namespace of the Lease. */
  public String namespace() {
    return namespace;
  }

  /** The name of the Lease. */
  public String lease() {
    return lease;
  }

  /** Who this process is; a random suffix is added to it in the Lease. */
  public String identity() {
    return identity;
  }

  /** How long others wait after the last change of the Lease; whole seconds, 15 s by default. */
  public Duration leaseDuration() {
    return leaseDuration;
  }

  /** How long a leader acts after its last renewal was sent; 10 s by default. */
  public Duration renewDeadline() {
    return renewDeadline;
  }

  /** How often a leader renews, and how often others look; jittered, 2 s by default. */
  public Duration retryPeriod() {
    return retryPeriod;
  }

  /** Collects values; {@link #build()} checks them. */
  public static final class Builder {
    private final String namespace;
    private final String lease;
    private final String identity;
    private Duration leaseDuration = Duration.ofSeconds(15);
    private Duration renewDeadline = Duration.ofSeconds(10);
    private Duration retryPeriod = Duration.ofSeconds(2);

    private Builder(String namespace, String lease, String identity) {
      this.namespace = namespace;
      this.lease = lease;
      this.identity = identity;
    }

    /** See {@link LeaderElectionOptions#leaseDuration()}. */
    public Builder leaseDuration(Duration duration) {
      this.leaseDuration = duration;
      return this;
    }

    /** See {@link LeaderElectionOptions#renewDeadline()}. */
    public Builder renewDeadline(Duration deadline) {
      this.renewDeadline = deadline;
      return this;
    }

    /** See {@link LeaderElectionOptions#retryPeriod()}. */
    public Builder retryPeriod(Duration period) {
      this.retryPeriod = period;
      return this;
    }

    /** Everything that is wrong, in words; empty when {@link #build()} would succeed. */
    public List<String> faults() {
      List<String> faults = new ArrayList<>();
      if (namespace.length() > 63 || !NAME.matcher(namespace).matches()) {
        faults.add("leader election: '" + namespace + "' is no name of a namespace");
      }
      if (lease.length() > 253 || !NAME.matcher(lease).matches()) {
        faults.add("leader election: '" + lease + "' is no name of a Lease");
      }
      if (!IDENTITY.matcher(identity).matches()) {
        faults.add(
            "leader election: identity '"
                + identity
                + "' needs 1 to 128 letters, digits, dots, colons, dashes or underscores");
      }
      if (leaseDuration.compareTo(Duration.ofSeconds(1)) < 0 || leaseDuration.getNano() != 0) {
        faults.add(
            "leader election: leaseDuration needs whole seconds, at least 1, found "
                + leaseDuration);
      }
      if (retryPeriod.isZero() || retryPeriod.isNegative()) {
        faults.add("leader election: retryPeriod must be positive, found " + retryPeriod);
      }
      if (renewDeadline.compareTo(leaseDuration) >= 0) {
        faults.add(
            "leader election: renewDeadline "
                + renewDeadline
                + " must be shorter than leaseDuration "
                + leaseDuration);
      }
      long jittered = (long) (retryPeriod.toMillis() * (1 + JITTER));
      if (renewDeadline.toMillis() <= jittered) {
        faults.add(
            "leader election: renewDeadline "
                + renewDeadline
                + " must be longer than 1.2 × retryPeriod "
                + retryPeriod);
      }
      return faults;
    }

    /**
     * The options.
     *
     * @throws IllegalArgumentException with all faults in one message
     */
    public LeaderElectionOptions build() {
      List<String> faults = faults();
      if (!faults.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", faults));
      }
      return new LeaderElectionOptions(this);
    }
  }
}
