package dev.controllerruntime.apiserver.verb;

import dev.controllerruntime.apiserver.protocol.Failure;
import dev.controllerruntime.apiserver.protocol.FieldErrors;
import dev.controllerruntime.apiserver.protocol.Query;

/**
 * The options of a list, watch or delete-collection, checked as a whole (rules 11, 13, 26).
 *
 * @param version the text of {@code resourceVersion}
 * @param limit 0 when there is none
 */
record ListOptions(
    boolean watch, String version, String match, long limit, String token, long timeoutSeconds) {

  static ListOptions parse(Query query, boolean watch) {
    String version = query.get("resourceVersion");
    String match = query.get("resourceVersionMatch");
    String token = query.get("continue");
    long limit = Math.max(0, query.number("limit"));
    long timeout = query.number("timeoutSeconds");
    FieldErrors errors = new FieldErrors();
    if (query.has("sendInitialEvents")) {
      checkInitialEvents(watch, match, errors);
    }
    if (!match.isEmpty()) {
      checkMatch(query, watch, version, match, token, errors);
    }
    if (query.has("sendInitialEvents")) {
      errors.forbidden(
          "sendInitialEvents",
          watch
              ? "sendInitialEvents is forbidden for watch unless the WatchList feature gate is"
                  + " enabled"
              : "sendInitialEvents is forbidden for list");
    }
    errors.throwIfAny("meta.k8s.io", "ListOptions", "");
    return new ListOptions(watch, version, match, limit, token, timeout);
  }

  private static void checkInitialEvents(boolean watch, String match, FieldErrors errors) {
    if (watch && !match.equals("NotOlderThan")) {
      errors.forbidden(
          "resourceVersionMatch",
          "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
    }
  }

  private static void checkMatch(
      Query query, boolean watch, String version, String match, String token, FieldErrors errors) {
    String field = "resourceVersionMatch";
    if (watch) {
      if (!query.has("sendInitialEvents")) {
        errors.forbidden(
            field,
            "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
      }
      return;
    }
    if (version.isEmpty()) {
      errors.forbidden(
          field, "resourceVersionMatch is forbidden unless resourceVersion is provided");
    }
    if (!token.isEmpty()) {
      errors.forbidden(field, "resourceVersionMatch is forbidden when continue is provided");
    }
    if (!match.equals("Exact") && !match.equals("NotOlderThan")) {
      errors.notSupported(field, FieldErrors.quote(match), "\"Exact\", \"NotOlderThan\", \"\"");
    }
    if (match.equals("Exact") && version.equals("0")) {
      errors.forbidden(
          field, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
    }
  }

  /** The version as a number, 0 when it is absent; 400 for what is no number. */
  long versionNumber() {
    if (version.isEmpty()) {
      return 0;
    }
    try {
      return Long.parseUnsignedLong(version);
    } catch (NumberFormatException e) {
      throw Failure.badRequest("invalid resource version: " + Get.notANumber(version));
    }
  }
}
