package dev.controllerruntime.apiserver.schema;

/**
 * Texts as Go's {@code %q} quotes them in the real server's messages.
 *
 * @since 0.1.0
 */
public final class GoText {
  private static final String NAMED = "\u0007a\bb\ff\nn\rr\tt\u000bv\\\\\"\"";

  private GoText() {}

  /** The text in double quotes, with escapes for what is not printable. */
  public static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints().forEach(point -> append(quoted, point));
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, int point) {
    for (int i = 0; i < NAMED.length(); i += 2) {
      if (NAMED.charAt(i) == point) {
        quoted.append('\\').append(NAMED.charAt(i + 1));
        return;
      }
    }
    if (isPrintable(point)) {
      quoted.appendCodePoint(point);
    } else if (point < 0x80) {
      quoted.append(String.format("\\x%02x", point));
    } else {
      quoted.append(String.format(point < 0x10000 ? "\\u%04x" : "\\U%08x", point));
    }
  }

  /**
   * Whether Go's {@code unicode.IsPrint} holds: no control or format character, of blanks only the
   * space.
   */
  public static boolean isPrintable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> point == ' ';
      default -> true;
    };
  }
}
