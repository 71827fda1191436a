package dev.controllerruntime.leaderelection;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.client.Patch;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1LeaseSpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Lease of {@code coordination.k8s.io/v1}. Updates are merge patches that name the version they
 * are based on: one request each, a conflict when somebody was faster, and fields of newer servers
 * stay as they are.
 */
final class ClientLeaseLock implements LeaseLock {
  static final Kind<V1Lease> LEASES = Kind.of(V1Lease.class);

  /** The server parses MicroTime only with exactly six digits. */
  private static final DateTimeFormatter MICRO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Client client;
  private final ObjectKey key;

  /**
   * A lock.
   *
   * @param client not fenced; its time limit for a request is shorter than the renew deadline
   */
  ClientLeaseLock(Client client, ObjectKey key) {
    this.client = client;
    this.key = key;
  }

  @Override
  public Optional<LeaseRecord> read() {
    return client.get(LEASES, key).map(ClientLeaseLock::record);
  }

  @Override
  public LeaseRecord create(LeaseRecord claim) {
    V1Lease lease =
        new V1Lease()
            .metadata(new V1ObjectMeta().namespace(key.namespace()).name(key.name()))
            .spec(
                new V1LeaseSpec()
                    .holderIdentity(claim.holder())
                    .leaseDurationSeconds(claim.durationSeconds())
                    .acquireTime(offset(claim.acquired()))
                    .renewTime(offset(claim.renewed()))
                    .leaseTransitions(claim.transitions()));
    return record(client.create(LEASES, lease));
  }

  @Override
  public LeaseRecord update(LeaseRecord before, LeaseRecord claim) {
    String patch =
        "{\"metadata\":{\"resourceVersion\":"
            + quoted(before.resourceVersion())
            + "},\"spec\":{\"holderIdentity\":"
            + (claim.held() ? quoted(claim.holder()) : "null")
            + ",\"leaseDurationSeconds\":"
            + claim.durationSeconds()
            + ",\"acquireTime\":"
            + time(claim.acquired())
            + ",\"renewTime\":"
            + time(claim.renewed())
            + ",\"leaseTransitions\":"
            + claim.transitions()
            + "}}";
    return record(client.patch(LEASES, key, Patch.merge(patch)));
  }

  @Override
  public String describe() {
    return key.toString();
  }

  /** Reads a Lease, whatever is missing in it. */
  static LeaseRecord record(V1Lease lease) {
    ObjectMetadata metadata = LEASES.metadata(lease);
    V1LeaseSpec spec = lease.getSpec() == null ? new V1LeaseSpec() : lease.getSpec();
    String holder = spec.getHolderIdentity();
    Integer seconds = spec.getLeaseDurationSeconds();
    Integer transitions = spec.getLeaseTransitions();
    return new LeaseRecord(
        metadata.resourceVersion(),
        holder == null ? "" : holder,
        seconds == null ? 0 : seconds,
        instant(spec.getAcquireTime()),
        instant(spec.getRenewTime()),
        transitions == null ? 0 : transitions);
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }

  private static @Nullable OffsetDateTime offset(@Nullable Instant time) {
    return time == null ? null : time.atOffset(ZoneOffset.UTC);
  }

  private static String time(@Nullable Instant time) {
    return time == null ? "null" : quoted(MICRO_TIME.format(time));
  }

  /** Versions, checked identities and times hold nothing that JSON would want escaped. */
  private static String quoted(String plain) {
    return "\"" + plain + "\"";
  }
}
