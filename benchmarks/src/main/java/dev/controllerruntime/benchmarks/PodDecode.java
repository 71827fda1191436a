package dev.controllerruntime.benchmarks;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.Encoded;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1EnvVar;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A Pod of some 6 KB of JSON, from the bytes of the server to what is kept of it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class PodDecode {
  private static final int SIZE = 6 * 1024;
  private static final Kind<V1Pod> PODS = Kind.of(V1Pod.class);

  private final byte[] bytes = JSON.serialize(pod()).getBytes(StandardCharsets.UTF_8);

  /** Grown by environment variables until it has the size. */
  private static V1Pod pod() {
    V1Container web = new V1Container().name("web").image("registry.example.com/shop/web:1.0");
    V1Pod pod =
        new V1Pod()
            .apiVersion("v1")
            .kind("Pod")
            .metadata(
                new V1ObjectMeta()
                    .namespace("shop")
                    .name("web-0")
                    .uid("00000000-0000-0000-0000-000000000001")
                    .resourceVersion("12345")
                    .putLabelsItem("app", "web"))
            .spec(new V1PodSpec().addContainersItem(web));
    for (int i = 0; JSON.serialize(pod).length() < SIZE; i++) {
      web.addEnvItem(new V1EnvVar().name("SETTING_" + i).value("the value of setting " + i));
    }
    return pod;
  }

  /** What the store keeps: the metadata, and the bytes. */
  @Benchmark
  public Encoded store() {
    return Codec.json().read(bytes);
  }

  /** What a reader gets who asks for the object: the store's work, and decoding. */
  @Benchmark
  public V1Pod storeAndDecode() {
    return Codec.json().decode(PODS, Codec.json().read(bytes));
  }

  /** What client-java's informer keeps: the object. */
  @Benchmark
  public V1Pod clientJava() {
    return JSON.deserialize(new String(bytes, StandardCharsets.UTF_8), V1Pod.class);
  }
}
