package dev.controllerruntime.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GoTextTest {
  @Test
  void quote_escapesAsGoDoes() {
    assertThat(GoText.quote("a\"b\\c")).isEqualTo("\"a\\\"b\\\\c\"");
    assertThat(GoText.quote("\n\t\u0001\u007f\u200b\u00e9"))
        .isEqualTo("\"\\n\\t\\x01\\x7f\\u200b\u00e9\"");
    assertThat(GoText.quote("\uD83D\uDE00")).isEqualTo("\"\uD83D\uDE00\"");
  }
}
