package dev.controllerruntime.integration.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The code that a page quotes: a comment {@code <!-- snippet: path -->} or {@code <!-- snippet:
 * path#region -->}, and the fence after it. A region stands between lines that end in {@code
 * [region]} and {@code [/region]}.
 */
final class Snippets {
  private static final Pattern QUOTED =
      Pattern.compile(
          "(?<head><!-- snippet: (?<path>[^\\s#]+)(?:#(?<region>[\\w-]+))? -->\\n```\\w*\\n)"
              + "(?<code>.*?)(?<end>^```$)",
          Pattern.DOTALL | Pattern.MULTILINE);

  private final Path root;

  Snippets(Path root) {
    this.root = root;
  }

  /** The page with each quoted piece as its source has it now. */
  String refreshed(String page) {
    return QUOTED
        .matcher(page)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    match.group(1) + source(match.group(2), match.group(3)) + match.group(5)));
  }

  private String source(String path, @org.jspecify.annotations.Nullable String region) {
    String text;
    try {
      text = Files.readString(root.resolve(path));
    } catch (IOException e) {
      throw new IllegalArgumentException("a page quotes " + path + ", which cannot be read", e);
    }
    return region == null ? withoutPackage(text) : region(text, path, region);
  }

  private static String withoutPackage(String text) {
    return text.replaceFirst("(?s)^package [^\\n]*\\n\\n", "");
  }

  private static String region(String text, String path, String region) {
    Matcher matcher =
        Pattern.compile(
                "[^\\n]*\\[" + region + "\\]\\n(.*?)[^\\n]*\\[/" + region + "\\]", Pattern.DOTALL)
            .matcher(text);
    if (!matcher.find()) {
      throw new IllegalArgumentException(path + " has no region [" + region + "]");
    }
    return matcher.group(1).stripIndent();
  }
}
