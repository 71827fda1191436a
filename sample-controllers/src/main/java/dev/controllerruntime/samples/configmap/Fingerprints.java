package dev.controllerruntime.samples.configmap;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.SortedMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Short texts that are equal when the used data are. Keyed (HMAC-SHA-256), so that whoever may read
 * a workload cannot test guesses of a Secret's content against its annotation. Each part goes in
 * with its length before it: no two contents run together into the same bytes.
 */
final class Fingerprints {
  private static final String ALGORITHM = "HmacSHA256";

  /**
   * 96 bits: two contents that meet by chance are out of the question, and annotations stay short.
   */
  private static final int KEPT_BYTES = 12;

  /** No length of a part, so that neither is taken for one. */
  private static final int ABSENT = -1;

  private static final int ALL = -2;

  private final byte[] key;

  Fingerprints(byte[] key) {
    this.key = key.clone();
  }

  /** Of the used part of a source's data. */
  String of(SortedMap<String, byte[]> data, Usage usage) {
    Mac mac = mac();
    if (usage.all()) {
      data.forEach(
          (name, value) -> {
            part(mac, name.getBytes(StandardCharsets.UTF_8));
            part(mac, value);
          });
    } else {
      for (String name : usage.keys()) {
        part(mac, name.getBytes(StandardCharsets.UTF_8));
        byte[] value = data.get(name);
        if (value == null) {
          length(mac, ABSENT);
        } else {
          part(mac, value);
        }
      }
    }
    return text(mac);
  }

  /**
   * Of which keys are used. Depends on the secret key also where all are: under another one each
   * source looks unseen, and nothing rolls.
   */
  String of(Usage usage) {
    Mac mac = mac();
    if (usage.all()) {
      length(mac, ALL);
    }
    usage.keys().forEach(name -> part(mac, name.getBytes(StandardCharsets.UTF_8)));
    return text(mac);
  }

  /** Of a text. */
  String of(String text) {
    Mac mac = mac();
    part(mac, text.getBytes(StandardCharsets.UTF_8));
    return text(mac);
  }

  private static void part(Mac mac, byte[] bytes) {
    length(mac, bytes.length);
    mac.update(bytes);
  }

  private static void length(Mac mac, int length) {
    mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
  }

  private static String text(Mac mac) {
    byte[] kept = Arrays.copyOf(mac.doFinal(), KEPT_BYTES);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(kept);
  }

  private Mac mac() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
