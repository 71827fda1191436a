package dev.controllerruntime.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.controllerruntime.api.Kind;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class ControllerTestExtensionTest {
  private static final Kind<V1Namespace> NAMESPACES = Kind.of(V1Namespace.class);

  private final PrintStream standardError = System.err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Map<String, String> outcomes = new LinkedHashMap<>();

  @BeforeEach
  void listen() {
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restore() {
    System.setErr(standardError);
    System.clearProperty(Ground.PROPERTY);
    System.clearProperty(Seeds.PROPERTY);
  }

  /** Run by hand below; its name keeps it out of the build's own run. */
  @ControllerTest
  static class Passing {
    @BeforeEach
    void fill(TestCluster cluster) {
      V1ObjectMeta shop = new V1ObjectMeta().name("shop");
      cluster.client().create(NAMESPACES, new V1Namespace().metadata(shop));
    }

    @Test
    void one(TestCluster cluster) {
      ClusterAssertions.assertThat(cluster).has(NAMESPACES, "shop");
    }

    @Test
    void another(TestCluster cluster) {
      ClusterAssertions.assertThat(cluster).has(NAMESPACES, "shop");
    }

    @Test
    void withoutCluster() {
      assertThat(Ground.current()).isNotNull();
    }
  }

  @ControllerTest
  static class Failing {
    @Test
    void fails(TestCluster cluster) {
      ClusterAssertions.assertThat(cluster).has(NAMESPACES, "nowhere");
    }
  }

  @ControllerTest
  static class InVirtualTime {
    @Test
    @VirtualTime("it takes an hour")
    void advances(TestCluster cluster) {
      assertThat(cluster.ground()).isEqualTo(Ground.IN_JVM);
    }
  }

  private void run(Class<?> tests) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(tests))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
            .build();
    LauncherFactory.create().execute(request, new Outcomes());
  }

  private final class Outcomes implements TestExecutionListener {
    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
      outcomes.put(test.getDisplayName(), "skipped: " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest()) {
        outcomes.put(
            test.getDisplayName(),
            result.getStatus() + result.getThrowable().map(e -> ": " + e.getMessage()).orElse(""));
      }
    }
  }

  @Test
  void eachMethod_hasAClusterOfItsOwn_sharedWithItsSetUp() {
    run(Passing.class);

    assertThat(outcomes)
        .hasSize(3)
        .allSatisfy((test, outcome) -> assertThat(outcome).isEqualTo("SUCCESSFUL"));
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void failure_printsSeedAndEndOfTheTrace_andTheSeedCanBeGiven() {
    run(Failing.class);
    String first = printed.toString(StandardCharsets.UTF_8);
    assertThat(first)
        .contains("Failing.fails failed")
        .containsPattern("repeat it with -Dcontrollerruntime.seed=-?\\d+;")
        .contains("main sends GET /api/v1/namespaces/nowhere");

    printed.reset();
    System.setProperty(Seeds.PROPERTY, "42");
    run(Failing.class);
    assertThat(printed.toString(StandardCharsets.UTF_8)).contains("-Dcontrollerruntime.seed=42;");
    assertThat(Seeds.of("x")).isEqualTo(42);
  }

  @Test
  void virtualTime_isSkippedWhereTimeIsReal_withItsReason() {
    run(InVirtualTime.class);
    assertThat(outcomes).containsEntry("advances(TestCluster)", "SUCCESSFUL");

    System.setProperty(Ground.PROPERTY, "in-jvm-http");
    run(InVirtualTime.class);
    assertThat(outcomes)
        .containsEntry("advances(TestCluster)", "skipped: virtual time: it takes an hour");
  }

  @Test
  void seeds_followFromTheTest_andMustBeNumbers() {
    assertThat(Seeds.of("a")).isEqualTo(Seeds.of("a")).isNotEqualTo(Seeds.of("b"));
    System.setProperty(Seeds.PROPERTY, "lucky");
    assertThatThrownBy(() -> Seeds.of("a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-Dcontrollerruntime.seed=lucky is no seed");
  }

  @Test
  void grounds_areChosenByName() {
    assertThat(Ground.current()).isEqualTo(Ground.IN_JVM);
    System.setProperty(Ground.PROPERTY, "control-plane");
    assertThat(Ground.current()).isEqualTo(Ground.CONTROL_PLANE);
    System.setProperty(Ground.PROPERTY, "moon");
    assertThatThrownBy(Ground::current)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "-Dcontrollerruntime.ground=moon is no ground; there are in-jvm, in-jvm-http,"
                + " control-plane, cluster");
  }
}
