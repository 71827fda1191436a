package dev.controllerruntime.testkit;

import dev.controllerruntime.api.Preview;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Test methods, and {@code @BeforeEach} and {@code @AfterEach} methods, of this class may have a
 * {@link TestCluster} as a parameter: an empty one for each test method.
 *
 * <p>When a test fails in the JVM, its seed and the end of its trace are printed to standard error;
 * {@code -Dcontrollerruntime.seed=} repeats it. Without it the seed follows from the test's unique
 * id.
 *
 * @since 0.1.0
 */
@Preview
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(ControllerTestExtension.class)
public @interface ControllerTest {}
