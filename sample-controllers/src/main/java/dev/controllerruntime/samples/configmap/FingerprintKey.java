package dev.controllerruntime.samples.configmap;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.AlreadyExistsException;
import dev.controllerruntime.client.Client;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The key of the fingerprints: random, in a Secret of the controller's own namespace, made by
 * whichever process needs it first. Deleting the Secret makes every workload look unseen.
 */
final class FingerprintKey {
  private static final Kind<V1Secret> SECRETS = Kind.of(V1Secret.class);
  private static final String ENTRY = "key";
  private static final int BYTES = 32;

  private final ObjectKey secret;
  private final RandomGenerator random;
  private volatile @Nullable Fingerprints known;

  /**
   * @param secret where the key is kept
   * @param random makes a new one; cryptographically strong in production
   */
  FingerprintKey(ObjectKey secret, RandomGenerator random) {
    this.secret = secret;
    this.random = random;
  }

  /** Fingerprints under the key; asks the server the first time. */
  Fingerprints fingerprints(Client client) {
    Fingerprints ready = known;
    if (ready == null) {
      ready = new Fingerprints(read(client).orElseGet(() -> make(client)));
      known = ready;
    }
    return ready;
  }

  private Optional<byte[]> read(Client client) {
    return client.get(SECRETS, secret).map(this::entry);
  }

  private byte[] make(Client client) {
    byte[] key = new byte[BYTES];
    random.nextBytes(key);
    V1Secret made =
        new V1Secret()
            .metadata(new V1ObjectMeta().namespace(secret.namespace()).name(secret.name()))
            .type("Opaque")
            .data(Map.of(ENTRY, key));
    try {
      return entry(client.create(SECRETS, made));
    } catch (AlreadyExistsException e) {
      // Another process was faster: its key counts.
      return read(client).orElseThrow(() -> e);
    }
  }

  private byte[] entry(V1Secret found) {
    byte[] key = found.getData() == null ? null : found.getData().get(ENTRY);
    if (key == null || key.length < BYTES) {
      throw new IllegalStateException(
          "the Secret "
              + secret
              + " holds no key of "
              + BYTES
              + " bytes in '"
              + ENTRY
              + "': delete it, and a new one is made");
    }
    return key;
  }
}
