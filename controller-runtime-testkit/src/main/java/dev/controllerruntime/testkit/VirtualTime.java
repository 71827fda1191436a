package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Preview;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test or class that needs virtual time: skipped where time is real, with the reason {@code
 * virtual time: } and the value.
 *
 * @since 0.1.0
 */
@Preview
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(VirtualTimeCondition.class)
public @interface VirtualTime {
  /** Why it cannot run in real time; not blank. */
  String value();
}
