package dev.controllerruntime.testkit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** See {@link ControllerTest}. */
final class ControllerTestExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(ControllerTestExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestCluster.class
        && context.getTestMethod().isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(LiveTestCluster.class, unused -> make(context), LiveTestCluster.class);
  }

  private static LiveTestCluster make(ExtensionContext context) {
    Backend backend = Backends.start(Ground.current(), context);
    try {
      return new LiveTestCluster(backend, context.getRequiredTestClass());
    } catch (RuntimeException | Error e) {
      backend.close();
      throw e;
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    LiveTestCluster cluster =
        context.getStore(NAMESPACE).remove(LiveTestCluster.class, LiveTestCluster.class);
    if (cluster == null) {
      return;
    }
    if (context.getExecutionException().isPresent()) {
      tell(context, cluster);
    }
    cluster.close();
  }

  private static void tell(ExtensionContext context, LiveTestCluster cluster) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.printf(
        "%s.%s failed%n",
        context.getRequiredTestClass().getName(), context.getRequiredTestMethod().getName());
    List<ReconcileFailure> failures = cluster.failures();
    if (!failures.isEmpty()) {
      out.printf("%d reconciles have failed, the last one:%n", failures.size());
      ReconcileFailure last = failures.get(failures.size() - 1);
      out.println(last);
      last.cause().printStackTrace(out);
    }
    String diagnosis = cluster.diagnosis();
    if (!diagnosis.isEmpty()) {
      out.println(diagnosis);
    }
    System.err.print(text);
  }
}
