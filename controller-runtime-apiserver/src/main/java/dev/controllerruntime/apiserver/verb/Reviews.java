package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.User;
import dev.controllerruntime.apiserver.json.Json;
import dev.controllerruntime.apiserver.json.Meta;
import dev.controllerruntime.apiserver.protocol.Failure;
import java.util.Map;

/** Questions that are posted as objects: answered with 201, never stored (rule 86). */
final class Reviews {
  private final Bodies bodies;
  private final Map<String, User> tokens;

  Reviews(Bodies bodies, Map<String, User> tokens) {
    this.bodies = bodies;
    this.tokens = tokens;
  }

  void handle(Call call) {
    call.dryRun("CreateOptions");
    ObjectNode review =
        bodies.object(call, call.type().apiVersion(), call.type().kind(), "CreateOptions");
    ObjectNode status = Json.object();
    switch (call.type().kind()) {
      // Everything is allowed, so there is nothing to look up.
      case "SubjectAccessReview", "SelfSubjectAccessReview", "LocalSubjectAccessReview" ->
          status.put("allowed", true);
      case "TokenReview" -> authenticate(review, status);
      case "SelfSubjectReview" -> {
        Meta.of(review).put("creationTimestamp", Meta.time(call.now()));
        status.set("userInfo", info(call.user()));
      }
      default -> throw Failure.notImplemented(call.type().kind());
    }
    review.set("status", status);
    Answers.object(call, 201, review);
  }

  private void authenticate(ObjectNode review, ObjectNode status) {
    User user = tokens.get(review.path("spec").path("token").asText(""));
    if (user == null) {
      status.putObject("user");
      status.put("error", "[invalid bearer token]");
    } else {
      status.put("authenticated", true);
      status.set("user", info(user));
      status.putArray("audiences").add("https://kubernetes.default.svc");
    }
  }

  private static ObjectNode info(User user) {
    ObjectNode info = Json.object().put("username", user.name());
    ArrayNode groups = info.putArray("groups");
    user.groups().forEach(groups::add);
    groups.add("system:authenticated");
    return info;
  }
}
