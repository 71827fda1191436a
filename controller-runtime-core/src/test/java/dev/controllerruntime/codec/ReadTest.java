package dev.controllerruntime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.api.OwnerReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadTest {
  private final Codec codec = Codec.json();

  @Test
  void pod_keepsEverythingButManagedFields() {
    byte[] wire = Json.resource("pod.json");
    Encoded pod = codec.read(wire);
    ObjectNode expected = (ObjectNode) Json.tree(wire);
    ((ObjectNode) expected.get("metadata")).remove("managedFields");
    assertThat(Json.tree(pod.bytes())).isEqualTo(expected);
    assertThat(pod.kind()).isEqualTo("Pod");
    assertThat(pod.apiVersion()).isEqualTo("v1");
  }

  @Test
  void metadata_isReadInTheSamePass() {
    ObjectMetadata metadata = codec.read(Json.resource("pod.json")).metadata();
    assertThat(metadata.key()).isEqualTo(new ObjectKey("shop", "web-6d4cf56db6-x7k2p"));
    assertThat(metadata.uid()).isEqualTo("5f0a3c1e-6a0b-4d57-9c4e-2b6a5d1f8e11");
    assertThat(metadata.resourceVersion()).isEqualTo("184467440737095");
    assertThat(metadata.generation()).isEqualTo(1);
    assertThat(metadata.created()).contains(Instant.parse("2026-03-29T08:15:30Z"));
    assertThat(metadata.labels())
        .containsExactly(
            Map.entry("app", "web"),
            Map.entry("pod-template-hash", "6d4cf56db6"),
            Map.entry("tier", "front"));
    assertThat(metadata.annotations()).hasSize(2);
    assertThat(metadata.owners())
        .containsExactly(
            new OwnerReference(
                "apps/v1",
                "ReplicaSet",
                "web-6d4cf56db6",
                "f3b2a6c4-0c4b-4a8e-9d8e-0c5b8a7d6e5f",
                true));
    assertThat(metadata.deleting()).isFalse();
  }

  @Test
  void deletion_isReadWithItsGraceAndFinalizers() {
    ObjectMetadata metadata =
        Json.encoded(
                "{'metadata':{'name':'a','deletionTimestamp':'2026-01-01T00:00:30Z',"
                    + "'deletionGracePeriodSeconds':30,'finalizers':['x/y','z/w']}}")
            .metadata();
    assertThat(metadata.deletionTimestamp()).contains(Instant.parse("2026-01-01T00:00:30Z"));
    assertThat(metadata.deletionGracePeriod()).contains(Duration.ofSeconds(30));
    assertThat(metadata.finalizers()).containsExactly("x/y", "z/w");
    assertThat(metadata.namespace()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'metadata':{'managedFields':[{'a':'}]'}],'name':'x'}} | {'metadata':{'name':'x'}}",
        "{'metadata':{'name':'x','managedFields':[]}} | {'metadata':{'name':'x'}}",
        "{'metadata':{'name':'x' , 'managedFields' : null }} | {'metadata':{'name':'x'  }}",
        "{'metadata':{'name':'x','managedFields':[1],'uid':'u'}} | {'metadata':{'name':'x','uid':'u'}}",
        "{'metadata':{'managedFields':[]}} | {'metadata':{}}",
        "{'metadata':{'name':'x','managedFields':[],'managedFields':[]}} | {'metadata':{'name':'x'}}",
        "{'metadata':{'managedFields':[],'name':'x','managedFields':[]}} | {'metadata':{'name':'x'}}",
        "{'metadata':{'name':'x'},'spec':{'managedFields':[1]}} | {'metadata':{'name':'x'},'spec':{'managedFields':[1]}}",
      })
  void managedFields_goWhereverTheyStand(String wire, String kept) {
    assertThat(Json.text(Json.encoded(wire))).isEqualTo(kept);
  }

  @Test
  void textsOfNumbersAndStrings_stayByteForByte() {
    String wire =
        "{'a':1.0,'b':1e3,'c':-0,'d':9007199254740993,'e':123456789012345678901234567890,"
            + "'f':'\\u00e9\\/','g':0.10,'metadata':{'managedFields':[],'name':'x'}}";
    assertThat(Json.text(Json.encoded(wire))).isEqualTo(wire.replace("'managedFields':[],", ""));
  }

  @Test
  void bytesThatNeedNoCut_areKeptAndNotCopied() {
    byte[] wire = Json.bytes("{'kind':'A','metadata':{'name':'x'}}");
    assertThat(codec.read(wire).bytes()).isSameAs(wire);
    byte[] padded = Json.bytes(" \n{'kind':'A','metadata':{'name':'x'}}\n");
    assertThat(codec.read(padded).bytes()).isEqualTo(wire);
  }

  @Test
  void byteOrderMark_isNoPartOfTheObject() {
    byte[] wire =
        ("\uFEFF" + "{\"metadata\":{\"name\":\"x\",\"managedFields\":[]}}")
            .getBytes(StandardCharsets.UTF_8);
    assertThat(Json.text(codec.read(wire))).isEqualTo("{'metadata':{'name':'x'}}");
  }

  @Test
  void nullsInMetadata_readAsAbsent() {
    ObjectMetadata metadata =
        Json.encoded(
                "{'metadata':{'name':'a','creationTimestamp':null,'labels':null,'finalizers':null,"
                    + "'annotations':{'k':null},'ownerReferences':null,'generation':null,"
                    + "'deletionGracePeriodSeconds':null}}")
            .metadata();
    assertThat(metadata.created()).isEmpty();
    assertThat(metadata.labels()).isEmpty();
    assertThat(metadata.annotations()).containsExactly(Map.entry("k", ""));
    assertThat(metadata.deletionGracePeriod()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'kind':'Pod','metadata':{'name':'a','labels':{'x':{'y':1}}}} | Pod a: /metadata/labels/x: expected a text, found an object",
        "{'kind':'Pod','metadata':{'namespace':'n','name':'a','generation':'1'}} | Pod n/a: /metadata/generation: expected an integer, found a text",
        "{'kind':'Pod','metadata':{'name':'a','generation':99999999999999999999}} | 64 bits",
        "{'kind':'Pod','metadata':{'name':'a','creationTimestamp':'today'}} | /metadata/creationTimestamp: not a time",
        "{'kind':'Pod','metadata':{'name':'a','finalizers':[1]}} | /metadata/finalizers/0",
        "{'kind':'Pod','metadata':{'name':'a','ownerReferences':[{'uid':[]}]}} | /metadata/ownerReferences/0/uid",
        "{'kind':'Pod','metadata':[]} | /metadata: expected an object, found a list",
      })
  void metadataOfAWrongType_isNamed(String wire, String message) {
    assertThatThrownBy(() -> Json.encoded(wire))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "[]", "'x'", "null", "{'a':1", "{'a':1}}", "{'a':1} x", "{'a'}", "{a:1}"})
  void whatIsNoObject_isRefused(String wire) {
    assertThatThrownBy(() -> Json.encoded(wire)).isInstanceOf(CodecException.class);
  }

  @Test
  void otherEncodings_areRefused() {
    byte[] utf16 = "{\"a\":1}".getBytes(StandardCharsets.UTF_16BE);
    assertThatThrownBy(() -> codec.read(utf16)).hasMessageContaining("not UTF-8");
  }

  @Test
  void tooDeepNesting_isRefusedAndDoesNotOverflowTheStack() {
    byte[] deep = Json.bytes("{'a':" + "[".repeat(100_000) + "]".repeat(100_000) + "}");
    assertThatThrownBy(() -> codec.read(deep))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("depth");
  }

  @Test
  void contents_neverShowInTheText() {
    Encoded secret = Json.encoded("{'kind':'Secret','metadata':{'name':'db'},'data':{'p':'czM='}}");
    assertThat(secret).hasToString("Secret db");
  }

  @Test
  void tree_keepsEverythingAndOrder() {
    byte[] json = Json.bytes("{'z':null,'a':[],'m':{'b':{},'n':9007199254740993,'d':1.10}}");
    Map<String, ?> tree = codec.tree(json);
    assertThat(tree.keySet().toString()).isEqualTo("[z, a, m]");
    assertThat(codec.bytes(tree)).isEqualTo(json);
    assertThatThrownBy(() -> codec.tree(Json.bytes("[1]"))).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> codec.tree(Json.bytes("null"))).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> codec.tree(Json.bytes("{"))).isInstanceOf(CodecException.class);
  }
}
