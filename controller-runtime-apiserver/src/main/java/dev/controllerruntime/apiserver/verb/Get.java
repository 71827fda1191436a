package dev.controllerruntime.apiserver.verb;

import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.storage.Storage;

/** Reads one object. */
final class Get {
  private final Storage storage;

  Get(Storage storage) {
    this.storage = storage;
  }

  void handle(Call call) {
    String asked = call.query().get("resourceVersion");
    if (!asked.isEmpty()) {
      long version = version(asked);
      if (version > storage.version()) {
        throw new FutureVersion(version);
      }
    }
    Answers.stored(call, 200, call.existing());
  }

  /** 500 without a reason for what is no number (rule 11). */
  private static long version(String text) {
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw Failure.internal(notANumber(text));
    }
  }

  static String notANumber(String text) {
    String quoted = FieldErrors.quote(text);
    return "resourceVersion: Invalid value: "
        + quoted
        + ": strconv.ParseUint: parsing "
        + quoted
        + ": invalid syntax";
  }
}
