package dev.controllerruntime.checks;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** The production classes of a module. */
public final class MainClasses {
  private MainClasses() {}

  /** Those of the module that the test belongs to: in the directory beside its own. */
  public static JavaClasses beside(Class<?> test) {
    try {
      Path tests = Path.of(test.getProtectionDomain().getCodeSource().getLocation().toURI());
      return new ClassFileImporter().importPath(tests.resolveSibling("classes"));
    } catch (URISyntaxException e) {
      throw new IllegalStateException("not in a directory: " + test, e);
    }
  }
}
