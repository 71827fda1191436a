package dev.controllerruntime.apiserver.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.controllerruntime.apiserver.RecordedSchemas;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectorMatchTest {
  private static final JsonNode POD =
      RecordedSchemas.json(
          "{'metadata':{'name':'web-0','namespace':'shop','labels':{'app':'web','n':'5','e':''}},"
              + "'spec':{'nodeName':'a,b'},'status':{'phase':'Running','podIPs':[{'ip':'10.0.0.1'}]}}");
  private static final FieldLabels POD_LABELS =
      FieldLabels.ofBuiltIn(
          List.of(
              "spec.host", "spec.nodeName", "spec.hostNetwork", "status.phase", "status.podIPs"));

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "app=web;true",
        "app==web;true",
        "app!=web;false",
        "none!=web;true",
        "none=web;false",
        "app;true",
        "!app;false",
        "!none;true",
        "app in (db,web);true",
        "app notin (db,web);false",
        "none notin (db);true",
        "none in (db,);false",
        "e in (x,);true",
        "e=;true",
        "app=;false",
        "n>4;true",
        "n>5;false",
        "n<6;true",
        "app<6;false",
        "none>1;false",
        "app=web,n=5;true",
        "app=web,n=6;false"
      })
  void labelSelector_matchesAsTheServerDoes(String text, boolean matches) {
    assertThat(LabelSelector.parse(text).matches(POD)).isEqualTo(matches);
  }

  @Test
  void emptyLabelSelector_matchesWhatHasNoLabels() {
    assertThat(LabelSelector.parse("").isEverything()).isTrue();
    assertThat(LabelSelector.parse(" ").matches(RecordedSchemas.json("{}"))).isTrue();
    assertThat(LabelSelector.parse("!a").matches(RecordedSchemas.json("{}"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "metadata.name=web-0;true",
        "metadata.name!=web-0;false",
        "metadata.namespace=shop;true",
        "status.phase=Running,metadata.name=web-0;true",
        "status.phase!=Running;false",
        "spec.nodeName=a\\,b;true",
        "spec.host=a\\,b;true",
        "spec.hostNetwork=false;true",
        "spec.hostNetwork=true;false",
        "status.podIPs=10.0.0.1;false"
      })
  void fieldSelector_matchesAsTheServerDoes(String text, boolean matches) {
    assertThat(FieldSelector.parse(text, POD_LABELS).matches(POD)).isEqualTo(matches);
  }

  @Test
  void exactName_isToldOnlyForEquality() {
    assertThat(FieldSelector.parse("metadata.name=a", POD_LABELS).exactName()).hasValue("a");
    assertThat(FieldSelector.parse("metadata.name!=a", POD_LABELS).exactName()).isEmpty();
    assertThat(FieldSelector.parse("metadata.namespace=b", POD_LABELS).exactNamespace())
        .hasValue("b");
    assertThat(FieldSelector.parse("", POD_LABELS).isEverything()).isTrue();
  }

  @Test
  void clusterScopedCustomResource_hasNoNamespaceSelector() {
    FieldLabels labels = FieldLabels.ofCustomResource(false, List.of("spec.size"));

    assertThat(
            FieldSelector.parse("spec.size=1", labels)
                .matches(RecordedSchemas.json("{'spec':{'size':1}}")))
        .isTrue();
    assertThatThrownBy(() -> FieldSelector.parse("metadata.namespace=a", labels))
        .hasMessage("field label not supported: metadata.namespace");
  }

  @Test
  void eventSource_fallsBackToTheReporter() {
    FieldSelector selector =
        FieldSelector.parse("source=kubelet", FieldLabels.ofBuiltIn(List.of("source")));

    assertThat(selector.matches(RecordedSchemas.json("{'source':{'component':'kubelet'}}")))
        .isTrue();
    assertThat(
            selector.matches(RecordedSchemas.json("{'source':{},'reportingComponent':'kubelet'}")))
        .isTrue();
    assertThat(
            selector.matches(
                RecordedSchemas.json(
                    "{'source':{'component':'x'},'reportingComponent':'kubelet'}")))
        .isFalse();
  }
}
