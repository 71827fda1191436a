package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.protocol.Failure;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Generated names and uids. */
final class NewNames {
  /** No vowels and nothing that looks alike, so that no words come out. */
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private static final int LONGEST_BASE = 58;
  private static final int SUFFIX = 5;
  private static final int ATTEMPTS = 8;

  private NewNames() {}

  /** Fills in the name from {@code generateName} where there is none (rule 41). */
  static void generate(Call call, ObjectNode object) {
    String base = Meta.text(object, "generateName");
    if (!Meta.name(object).isEmpty() || base.isEmpty()) {
      return;
    }
    if (base.length() > LONGEST_BASE) {
      base = base.substring(0, LONGEST_BASE);
    }
    String name = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      name = base + suffix(call.random());
      if (call.store().get(call.path().namespace(), name).isEmpty()) {
        Meta.of(object).put("name", name);
        return;
      }
    }
    throw Failure.of(
            409,
            "AlreadyExists",
            call.type().qualified()
                + " \""
                + name
                + "\" already exists, the server was not able to generate a unique name for the"
                + " object")
        .about(name, call.type().group(), call.type().plural())
        .retryAfter(1)
        .build();
  }

  private static String suffix(RandomGenerator random) {
    StringBuilder suffix = new StringBuilder(SUFFIX);
    for (int i = 0; i < SUFFIX; i++) {
      suffix.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return suffix.toString();
  }

  /** A version 4 UUID. */
  static String uid(RandomGenerator random) {
    long high = (random.nextLong() & 0xffff_ffff_ffff_0fffL) | 0x4000L;
    long low = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low).toString();
  }
}
