package dev.controllerruntime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ResourceVersionsTest {
  @Test
  void decimals_areOrderedAsNumbersOfAnyLength() {
    assertThat(ResourceVersions.compare("9", "10")).isNegative();
    assertThat(ResourceVersions.compare("100", "99")).isPositive();
    assertThat(ResourceVersions.compare("12", "12")).isZero();
    assertThat(ResourceVersions.compare("18446744073709551616", "18446744073709551615"))
        .isPositive();
    assertThat(ResourceVersions.isNewer("10", "9")).isTrue();
    assertThat(ResourceVersions.isNewer("9", "9")).isFalse();
    assertThat(ResourceVersions.isAtLeast("9", "9")).isTrue();
    assertThat(ResourceVersions.isAtLeast("8", "9")).isFalse();
  }

  @Test
  void others_canOnlyBeEqual() {
    assertThat(ResourceVersions.comparable("abc", "abc")).isTrue();
    assertThat(ResourceVersions.comparable("abc", "12")).isFalse();
    assertThat(ResourceVersions.isAtLeast("abc", "abc")).isTrue();
    assertThat(ResourceVersions.isAtLeast("abd", "abc")).isFalse();
    assertThat(ResourceVersions.isNewer("abd", "abc")).isFalse();
    assertThatThrownBy(() -> ResourceVersions.compare("a", "b"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void leadingZerosSignsAndOtherDigits_areNotDecimal() {
    for (String text : new String[] {"", "0", "012", "-1", "+1", "1.0", "1 ", "0x1", "١٢"}) {
      assertThat(ResourceVersions.isDecimal(text)).as(text).isFalse();
    }
    assertThat(ResourceVersions.isDecimal("1")).isTrue();
  }
}
