package dev.controllerruntime.testkit;

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
    String diagnosis = cluster.diagnosis();
    if (!diagnosis.isEmpty()) {
      System.err.println(
          context.getRequiredTestClass().getName()
              + "."
              + context.getRequiredTestMethod().getName()
              + " failed: "
              + diagnosis);
    }
  }
}
