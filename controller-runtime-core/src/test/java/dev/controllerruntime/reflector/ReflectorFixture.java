package dev.controllerruntime.reflector;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.transport.JumpingTime;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.ScriptedBody;
import dev.controllerruntime.client.transport.ScriptedTransport;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.codec.TestObject;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A reflector over a scripted transport, driven step by step; keeps what it told. */
final class ReflectorFixture implements DeltaSink {
  static final Kind<V1ConfigMap> MAPS = Kind.of(V1ConfigMap.class);

  final ScriptedTransport transport = new ScriptedTransport();
  final JumpingTime time = new JumpingTime();
  final List<ReflectorState> states = new ArrayList<>();
  final Reflector reflector;

  private final List<String> told = new ArrayList<>();

  /** What the sink does with the next delta instead of taking it. */
  Runnable disturb = () -> {};

  ReflectorFixture() {
    this(ReflectorTarget.all(MAPS));
  }

  ReflectorFixture(ReflectorTarget target) {
    Codec codec = Codec.json();
    ResourceResolver resources = ResourceResolver.discovering(transport, codec, time);
    reflector = new Reflector(target, transport, resources, codec, time, this);
  }

  /** A reflector that has listed these and watches next; what that told is forgotten. */
  static ReflectorFixture listed(long version, TestObject... objects) throws Exception {
    ReflectorFixture fixture = new ReflectorFixture();
    fixture.transport.answer(200, TestObject.list(version, objects));
    fixture.step();
    fixture.told();
    return fixture;
  }

  Duration step() throws InterruptedException {
    return reflector.runOnce();
  }

  /** As often; only the last wait is given. */
  Duration steps(int count) throws InterruptedException {
    Duration wait = Duration.ZERO;
    for (int i = 0; i < count; i++) {
      wait = step();
      time.pass(wait);
    }
    return wait;
  }

  /** A watch that tells these lines after a while and then ends cleanly. */
  ScriptedTransport watch(Duration length, String... lines) {
    return transport.streamed(200, body(length, lines));
  }

  /** A watch that breaks off instead. */
  ScriptedTransport brokenWatch(Duration length, String... lines) {
    return transport.streamed(200, body(length, lines).breaks());
  }

  private ScriptedBody body(Duration length, String... lines) {
    ScriptedBody body = new ScriptedBody().meanwhile(() -> time.pass(length));
    for (String line : lines) {
      body.text(line);
    }
    return body;
  }

  /** What was told since the last call. */
  List<String> told() {
    List<String> since = List.copyOf(told);
    told.clear();
    return since;
  }

  Map<String, String> query(int call) {
    return transport.call(call).query();
  }

  /** The version from which the last call asked to watch; empty when it was none. */
  String resumedFrom() {
    Map<String, String> query = query(transport.calls().size() - 1);
    return query.containsKey("watch") ? query.getOrDefault("resourceVersion", "") : "";
  }

  ReflectorFailure failure() {
    return reflector.state().failure().orElseThrow();
  }

  private void tell(String what) {
    disturb.run();
    told.add(what);
  }

  @Override
  public void begin() {
    tell("begin");
  }

  @Override
  public void item(Encoded object) {
    tell("item " + TestObject.text(object));
  }

  @Override
  public void commit(String version, boolean historyReset) {
    tell("commit " + version + (historyReset ? " reset" : ""));
  }

  @Override
  public void upsert(Encoded object) {
    tell("upsert " + text(object));
  }

  @Override
  public void delete(Encoded object) {
    tell("delete " + text(object));
  }

  private static String text(Encoded object) {
    ObjectMetadata metadata = object.metadata();
    String uid = metadata.uid();
    return TestObject.text(object) + (uid.equals("uid-" + metadata.name()) ? "" : " " + uid);
  }

  @Override
  public void bookmark(String version) {
    tell("bookmark " + version);
  }

  @Override
  public void undecodable(String message) {
    tell("undecodable " + message);
  }

  @Override
  public void stateChanged(ReflectorState state) {
    states.add(state);
  }
}
