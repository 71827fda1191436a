package dev.controllerruntime.testkit.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.controllerruntime.api.DynamicObject;
import dev.controllerruntime.api.DynamicObjects;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.client.ListOption;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.controller.WiringException;
import dev.controllerruntime.manager.Manager;
import dev.controllerruntime.reconciler.Result;
import dev.controllerruntime.testkit.concurrent.SwitchedTransport.Mode;
import io.kubernetes.client.openapi.models.V1CustomResourceDefinition;
import io.kubernetes.client.openapi.models.V1CustomResourceDefinitionNames;
import io.kubernetes.client.openapi.models.V1CustomResourceDefinitionSpec;
import io.kubernetes.client.openapi.models.V1CustomResourceDefinitionVersion;
import io.kubernetes.client.openapi.models.V1CustomResourceValidation;
import io.kubernetes.client.openapi.models.V1JSONSchemaProps;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1Node;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ManagerFaultsSimulationTest extends ManagerFixture {
  private static final Kind<V1CustomResourceDefinition> DEFINITIONS =
      Kind.of(V1CustomResourceDefinition.class);
  private static final Kind<DynamicObject> GADGETS = Kind.dynamic("example.com/v1", "Gadget");

  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.controllerruntime.manager");
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

  @BeforeEach
  void listen() {
    logged.start();
    logger.addAppender(logged);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(logged);
  }

  private List<String> lines() {
    return logged.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private Manager running() {
    Manager manager = built(builder());
    manager.add(
        controller(
            "seen",
            (request, context) -> {
              seen.add(request.key().name());
              return Result.done();
            }));
    manager.start();
    return manager;
  }

  @Test
  void serverDown_startReturnsAtOnce_andHealsWhenItComes() throws InterruptedException {
    create("a");
    transport.turn(Mode.REFUSES);
    Manager manager = running();
    assertThat(simulation.elapsed()).isEqualTo(Duration.ZERO);
    simulation.advance(Duration.ofMinutes(2));
    assertThat(manager.notReady()).isPresent();
    assertThat(lines())
        .as("at once, then at most once a minute")
        .filteredOn(line -> line.contains("seen waits"))
        .hasSizeBetween(1, 3);

    transport.turn(Mode.UP);
    simulation.advance(Duration.ofSeconds(30));
    assertThat(seen).containsExactly("a");
    assertThat(manager.notReady()).isEmpty();
  }

  @Test
  void serverThatHangs_holdsTheStartForTwoSeconds() {
    transport.turn(Mode.HANGS);
    running();

    assertThat(simulation.elapsed()).isEqualTo(Duration.ofSeconds(2));
    assertThat(lines()).anyMatch(line -> line.contains("has not answered within 2 s"));
  }

  @Test
  void listThatDoesNotCome_isReportedAfterTenSeconds() throws InterruptedException {
    Manager manager = built(builder());
    manager.add(
        Controller.of("late", Kind.of(V1Node.class))
            .reconcile((request, context) -> Result.done()));
    transport.hangAt("/nodes");
    manager.start();
    simulation.advance(Duration.ofSeconds(9));
    assertThat(lines()).noneMatch(line -> line.contains("late waits"));
    simulation.advance(Duration.ofSeconds(10));

    assertThat(lines()).anyMatch(line -> line.contains("late waits") && line.contains("Node"));
    assertThat(manager.notReady()).isPresent();
  }

  @Test
  void wrongWiring_failsTheStart_withTheFaultsOfAllControllers() {
    Manager manager = built(builder());
    manager.add(
        Controller.of("owner", CONFIG_MAPS)
            .owns(Kind.of(V1Namespace.class))
            .watches(
                Kind.of(V1Node.class),
                on -> on.in(ListOption.namespace("x")).map(node -> List.<Request>of()))
            .reconcile((request, context) -> Result.done()));
    manager.add(
        Controller.of("blind", Kind.dynamic("v1", "Binding"))
            .reconcile((request, context) -> Result.done()));
    WiringException thrown = catchThrowableOfType(WiringException.class, manager::start);

    assertThat(thrown.faults())
        .anyMatch(fault -> fault.contains("owner") && fault.contains("Namespace"))
        .anyMatch(fault -> fault.contains("owner") && fault.contains("Node"))
        .anyMatch(fault -> fault.contains("blind") && fault.contains("watch"));
    simulation.settle();
    assertThat(transport.writes()).isEmpty();
    assertThat(manager.notReady())
        .hasValueSatisfying(why -> assertThat(why).contains("not started"));
  }

  @Test
  void wrongWiringSeenOnlyLater_holdsItsControllerAlone() throws InterruptedException {
    create("a");
    transport.turn(Mode.REFUSES);
    Manager manager = running();
    manager.add(
        Controller.of("owner", CONFIG_MAPS)
            .owns(Kind.of(V1Namespace.class))
            .reconcile(
                (request, context) -> {
                  seen.add("must not run");
                  return Result.done();
                }));
    transport.turn(Mode.UP);
    simulation.advance(Duration.ofMinutes(1));

    assertThat(seen).containsExactly("a");
    assertThat(manager.notReady())
        .hasValueSatisfying(why -> assertThat(why).contains("wrong wiring", "Namespace"));
  }

  @Test
  void missingKind_holdsItsController_whichStartsAndStopsWithIt() throws InterruptedException {
    create("a");
    Manager manager = built(builder());
    manager.add(
        controller(
            "other",
            (request, context) -> {
              seen.add(request.key().name());
              return Result.done();
            }));
    manager.add(
        Controller.of("gadgets", GADGETS)
            .reconcile(
                (request, context) -> {
                  seen.add("gadget " + request.key().name());
                  return Result.done();
                }));
    manager.start();
    simulation.advance(Duration.ofSeconds(30));
    assertThat(seen).containsExactly("a");
    assertThat(manager.notReady()).hasValueSatisfying(why -> assertThat(why).contains("Gadget"));

    outside().create(DEFINITIONS, definition());
    outside().create(GADGETS, DynamicObjects.of("example.com/v1", "Gadget", "default", "g"));
    simulation.advance(Duration.ofMinutes(2));
    assertThat(seen).containsExactly("a", "gadget g");
    assertThat(manager.notReady()).isEmpty();

    outside().delete(DEFINITIONS, new ObjectKey("", "gadgets.example.com"));
    simulation.advance(Duration.ofMinutes(2));
    assertThat(manager.notReady()).hasValueSatisfying(why -> assertThat(why).contains("Gadget"));
    create("b");
    simulation.advance(Duration.ofSeconds(1));
    assertThat(seen).as("the others go on").endsWith("b");
  }

  private static V1CustomResourceDefinition definition() {
    return new V1CustomResourceDefinition()
        .metadata(new V1ObjectMeta().name("gadgets.example.com"))
        .spec(
            new V1CustomResourceDefinitionSpec()
                .group("example.com")
                .scope("Namespaced")
                .names(
                    new V1CustomResourceDefinitionNames()
                        .plural("gadgets")
                        .singular("gadget")
                        .kind("Gadget"))
                .versions(
                    List.of(
                        new V1CustomResourceDefinitionVersion()
                            .name("v1")
                            .served(true)
                            .storage(true)
                            .schema(
                                new V1CustomResourceValidation()
                                    .openAPIV3Schema(
                                        new V1JSONSchemaProps()
                                            .type("object")
                                            .xKubernetesPreserveUnknownFields(true))))));
  }
}
