package com.example;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.Request;
import dev.controllerruntime.controller.Controller;
import dev.controllerruntime.reconciler.Context;
import dev.controllerruntime.reconciler.Desired;
import dev.controllerruntime.reconciler.Reconciler;
import dev.controllerruntime.reconciler.Result;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;

/** An operator: each Greeting gets a ConfigMap with the text. */
public final class Greeter implements Reconciler<Request> {
  public static final Kind<Greeting> GREETINGS = Kind.of(Greeting.class);
  public static final Kind<V1ConfigMap> CONFIG_MAPS = Kind.of(V1ConfigMap.class);

  public static Controller<Request> controller() {
    return Controller.of("greeter", GREETINGS).owns(CONFIG_MAPS).reconcile(new Greeter());
  }

  @Override
  public Result reconcile(Request request, Context context) {
    context
        .cache()
        .get(GREETINGS, request.key())
        .ifPresent(
            greeting ->
                context
                    .children()
                    .apply(
                        Desired.none()
                            .with(
                                CONFIG_MAPS,
                                new V1ConfigMap()
                                    .metadata(
                                        new V1ObjectMeta()
                                            .namespace(request.key().namespace())
                                            .name(request.key().name()))
                                    .data(
                                        Map.of("text", "Hello, " + greeting.spec().name() + "!")))));
    return Result.done();
  }
}
