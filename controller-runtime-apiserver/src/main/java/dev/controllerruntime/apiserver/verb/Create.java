package dev.controllerruntime.apiserver.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.apply.ManagerNames;
import java.util.Optional;

/** POST on a collection (rules 40 to 47). */
final class Create {
  private final Bodies bodies;
  private final Writes writes;

  Create(Bodies bodies, Writes writes) {
    this.bodies = bodies;
    this.writes = writes;
  }

  void handle(Call call) {
    ManagerNames.check("CreateOptions", false, call.query().get("fieldManager"), null);
    boolean dryRun = call.dryRun("CreateOptions");
    ObjectNode object =
        bodies.object(call, call.type().apiVersion(), call.type().kind(), "CreateOptions");
    writes.create(call, object, Optional.empty(), dryRun);
  }
}
