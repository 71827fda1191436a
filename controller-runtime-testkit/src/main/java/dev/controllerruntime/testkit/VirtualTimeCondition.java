package dev.controllerruntime.testkit;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** See {@link VirtualTime}. */
final class VirtualTimeCondition implements ExecutionCondition {
  /** Begins the reason of every test skipped here, so that reports can count them. */
  static final String PREFIX = "virtual time: ";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<VirtualTime> needed =
        context
            .getElement()
            .flatMap(element -> AnnotationSupport.findAnnotation(element, VirtualTime.class));
    return needed
        .map(annotation -> evaluate(annotation, Ground.current()))
        .orElseGet(() -> ConditionEvaluationResult.enabled("runs on every ground"));
  }

  static ConditionEvaluationResult evaluate(VirtualTime needed, Ground ground) {
    String reason = needed.value();
    if (reason.isBlank()) {
      throw new IllegalArgumentException("@VirtualTime needs a reason");
    }
    return ground.virtualTime()
        ? ConditionEvaluationResult.enabled("time is virtual on ground " + ground.propertyValue())
        : ConditionEvaluationResult.disabled(PREFIX + reason);
  }
}
