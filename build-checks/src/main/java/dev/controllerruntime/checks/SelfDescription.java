package dev.controllerruntime.checks;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.util.List;
import java.util.TreeSet;

/** What packages and public types have to say about themselves. */
public final class SelfDescription {
  private static final String NULL_MARKED = "org.jspecify.annotations.NullMarked";
  private static final List<String> STABILITY =
      List.of(
          "dev.controllerruntime.api.Stable",
          "dev.controllerruntime.api.Preview",
          "dev.controllerruntime.api.Internal");

  private SelfDescription() {}

  /** Packages whose package-info is absent or not null-marked. */
  public static List<String> packagesWithoutNullMarked(JavaClasses classes) {
    TreeSet<String> found = new TreeSet<>();
    for (JavaClass type : classes) {
      JavaPackage home = type.getPackage();
      boolean marked =
          home.tryGetPackageInfo().map(info -> info.isAnnotatedWith(NULL_MARKED)).orElse(false);
      if (!marked) {
        found.add(home.getName());
      }
    }
    return List.copyOf(found);
  }

  /** Public top-level types that do not say how stable they are, or say it twice. */
  public static List<String> typesWithoutStability(JavaClasses classes) {
    TreeSet<String> found = new TreeSet<>();
    for (JavaClass type : classes) {
      boolean counts =
          type.isTopLevelClass()
              && type.getModifiers().contains(JavaModifier.PUBLIC)
              && !STABILITY.contains(type.getName());
      if (counts && STABILITY.stream().filter(type::isAnnotatedWith).count() != 1) {
        found.add(type.getName());
      }
    }
    return List.copyOf(found);
  }
}
