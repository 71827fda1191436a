package dev.controllerruntime.checks;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.SourceCodeLocation;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A run must be repeatable from its seed: outside the packages named {@code concurrent} nothing
 * touches threads, waits, clocks, chance, or collections whose order differs from JVM to JVM.
 */
public final class Determinism {
  private static final String MAIN = "main";

  private Determinism() {}

  /**
   * What is wrong, one line each, in order; empty when nothing is.
   *
   * @param exempt names of outermost classes, or of packages with a trailing dot, that stand
   *     outside the simulation or were looked at one by one; each entry is to be explained where it
   *     stands
   */
  public static List<String> violations(JavaClasses classes, List<String> exempt) {
    TreeSet<String> found = new TreeSet<>();
    for (JavaClass type : classes) {
      if (!isConcurrent(type) && !isMain(type) && exempt.stream().noneMatch(in(type))) {
        collect(type, found);
      }
    }
    return List.copyOf(found);
  }

  private static void collect(JavaClass type, TreeSet<String> found) {
    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
      JavaClass target = dependency.getTargetClass();
      BannedCalls.reason(target)
          .ifPresent(
              why -> found.add(line(dependency.getSourceCodeLocation(), target.getName(), why)));
    }
    for (JavaCodeUnitAccess<?> access : type.getCodeUnitAccessesFromSelf()) {
      BannedCalls.reason(access.getTarget())
          .ifPresent(
              why ->
                  found.add(
                      line(access.getSourceCodeLocation(), access.getTarget().getFullName(), why)));
    }
  }

  private static String line(SourceCodeLocation where, String what, String why) {
    return where.getSourceClass().getName() + " " + where + " uses " + what + ": " + why;
  }

  private static boolean isConcurrent(JavaClass type) {
    return (type.getPackageName() + ".").contains(".concurrent.");
  }

  /** A class that is started from a command line owns its process, and so do those inside it. */
  private static boolean isMain(JavaClass type) {
    return type.tryGetMethod(MAIN, String[].class).isPresent()
        || type.getEnclosingClass().map(Determinism::isMain).orElse(false);
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(Determinism::outermost).orElse(type);
  }

  private static Predicate<String> in(JavaClass type) {
    String name = outermost(type).getName();
    return entry -> entry.endsWith(".") ? name.startsWith(entry) : name.equals(entry);
  }
}
