package dev.controllerruntime.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.controllerruntime.checks.Determinism;
import dev.controllerruntime.checks.MainClasses;
import dev.controllerruntime.checks.SelfDescription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The flow of the design, one package per stage: arrows point one way. */
class ArchitectureTest {
  private static final String ROOT = "dev.controllerruntime.";

  /** Used by all; use none of the others. */
  private static final List<String> EVERYWHERE = List.of("api", "concurrent", "metrics");

  /** What each package may use besides, and through it. */
  private static final Map<String, List<String>> ARROWS = new LinkedHashMap<>();

  static {
    ARROWS.put("api", List.of());
    // The annotations that say how stable a type is.
    ARROWS.put("concurrent", List.of("api"));
    ARROWS.put("metrics", List.of("api"));
    ARROWS.put("codec", List.of("api"));
    ARROWS.put("client.transport", List.of("codec"));
    ARROWS.put("client", List.of("codec", "client.transport"));
    ARROWS.put("reflector", List.of("codec", "client.transport"));
    ARROWS.put("store", List.of("codec"));
    // Its reads are those of client's Reader; its parts are given a transport and a codec.
    ARROWS.put("cache", List.of("reflector", "store", "client", "client.transport", "codec"));
    ARROWS.put("queue", List.of());
    ARROWS.put("event", List.of("cache", "queue", "client"));
    // Where a kind lives and which bytes were applied last decide what pruning may delete.
    ARROWS.put("reconciler", List.of("client", "client.transport", "codec"));
    ARROWS.put("controller", List.of("client", "event", "queue", "reconciler"));
    // The fence is a gate of the transport; what a Lease holds is read from its bytes.
    ARROWS.put("leaderelection", List.of("client", "client.transport", "codec"));
    ARROWS.put(
        "manager",
        List.of(
            "cache",
            "client",
            "client.transport",
            "codec",
            "controller",
            "event",
            "leaderelection",
            "queue",
            "reconciler",
            "reflector"));
  }

  private static final JavaClasses CLASSES = MainClasses.beside(ArchitectureTest.class);

  @Test
  void packages_useOnlyThoseThatStandBeforeThem() {
    TreeSet<String> wrong = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      String from = type.getPackageName().substring(ROOT.length());
      assertThat(ARROWS).as("a package that the design does not know: " + from).containsKey(from);
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getPackageName();
        if (target.startsWith(ROOT) && !allowed(from, target.substring(ROOT.length()))) {
          wrong.add(from + " → " + target.substring(ROOT.length()) + ": " + type.getName());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static boolean allowed(String from, String to) {
    boolean used = from.equals(to) || ARROWS.getOrDefault(from, List.of()).contains(to);
    return used || !EVERYWHERE.contains(from) && EVERYWHERE.contains(to);
  }

  @Test
  void packages_formNoCycle() {
    slices().matching("dev.controllerruntime.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void codec_isTheOnlyUserOfJackson() {
    TreeSet<String> users = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      boolean uses =
          type.getDirectDependenciesFromSelf().stream()
              .anyMatch(d -> d.getTargetClass().getPackageName().startsWith("com.fasterxml."));
      if (uses && !type.getPackageName().equals(ROOT + "codec")) {
        users.add(type.getName());
      }
    }
    assertThat(users).isEmpty();
  }

  @Test
  void generatedClients_areNeverUsedToTalkToTheServer() {
    TreeSet<String> users = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getName();
        boolean banned =
            target.startsWith("io.kubernetes.client.openapi.apis.")
                || target.startsWith("io.kubernetes.client.informer.")
                || target.startsWith("io.kubernetes.client.extended.")
                || target.equals("io.kubernetes.client.openapi.JSON")
                || target.equals("io.kubernetes.client.util.Watch");
        if (banned) {
          users.add(type.getName() + " uses " + target);
        }
      }
    }
    assertThat(users).isEmpty();
  }

  @Test
  void runs_areRepeatableFromTheirSeed() {
    List<String> exempt =
        List.of(
            // Serves /metrics and probes over real sockets; no request of a simulation gets there.
            ROOT + "manager.HttpEndpoint",
            // Ends the threads of OkHttp when it is closed; simulations have a transport of their
            // own.
            ROOT + "client.transport.HttpTransport",
            // A set of field names that is only asked, never walked over.
            ROOT + "codec.Times");
    assertThat(Determinism.violations(CLASSES, exempt)).isEmpty();
  }

  @Test
  void packages_areNullMarked() {
    assertThat(SelfDescription.packagesWithoutNullMarked(CLASSES)).isEmpty();
  }

  @Test
  void publicTypes_sayHowStableTheyAre() {
    assertThat(SelfDescription.typesWithoutStability(CLASSES)).isEmpty();
  }

  @Test
  void implementations_arePackagePrivateBesideTheirInterface() {
    TreeSet<String> wrong = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      boolean plainPublicClass =
          type.isTopLevelClass()
              && type.getModifiers().contains(JavaModifier.PUBLIC)
              && !type.isInterface()
              && !type.isRecord()
              && !type.isEnum()
              // Made by another stage of ours: public to it, and nobody's API.
              && !type.isAnnotatedWith(ROOT + "api.Internal");
      boolean implementsOneBesideIt =
          type.getRawInterfaces().stream()
              .anyMatch(i -> i.getPackageName().equals(type.getPackageName()));
      if (plainPublicClass && implementsOneBesideIt) {
        wrong.add(type.getName());
      }
    }
    assertThat(wrong).isEmpty();
  }
}
