package com.example;

import static com.example.Greeter.CONFIG_MAPS;
import static com.example.Greeter.GREETINGS;
import static dev.controllerruntime.testkit.ClusterAssertions.assertThat;

import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.Client;
import dev.controllerruntime.testkit.ControllerTest;
import dev.controllerruntime.testkit.FakeClient;
import dev.controllerruntime.testkit.TestCluster;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;
import org.junit.jupiter.api.Test;

@ControllerTest
class GreeterTest {
  @Test
  void aGreeting_getsItsText(TestCluster cluster) {
    cluster.define(Greeting.class);
    cluster.apply("greeting.yaml");
    TestCluster.Run run = cluster.run(Greeter.controller()).untilQuiet();
    assertThat(cluster)
        .has(CONFIG_MAPS, "default/world")
        .satisfies(it -> assertThat(it.getData()).containsEntry("text", "Hello, World!"));

    cluster
        .client()
        .editValue(
            GREETINGS,
            ObjectKey.of("default/world"),
            it -> new Greeting(it.metadata(), new Greeting.Spec("Moon")));
    run.untilQuiet();
    assertThat(cluster)
        .has(CONFIG_MAPS, "default/world")
        .satisfies(it -> assertThat(it.getData()).containsEntry("text", "Hello, Moon!"));
  }

  @Test
  void fakeClient_holdsWhatItIsGiven() {
    Client client =
        FakeClient.with(
            new V1ConfigMap()
                .metadata(new V1ObjectMeta().namespace("default").name("a"))
                .data(Map.of("k", "v")));
    assertThat(client.get(CONFIG_MAPS, ObjectKey.of("default/a"))).isPresent();
  }
}
