package dev.controllerruntime.codec;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carries the difference of two values over to a third, the one that the first was decoded from and
 * encoded again. Whatever the two agree on keeps its bytes in the third, and so does what only the
 * third has. Objects go member by member; elements of lists are told apart by {@link ListMatch}; a
 * scalar that differs is replaced.
 */
final class Difference {
  private final ByteArrayOutputStream out;

  private Difference(ByteArrayOutputStream out) {
    this.out = out;
  }

  static byte[] carryOver(JsonTree before, JsonTree after, JsonTree base) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Difference(out).value(before, after, base);
    return out.toByteArray();
  }

  private void value(JsonTree before, JsonTree after, JsonTree base) {
    Map<String, JsonTree.Member> members = base.members();
    List<JsonTree> items = base.items();
    List<JsonTree> itemsBefore = before.items();
    List<JsonTree> itemsAfter = after.items();
    if (before.sameAs(after)) {
      base.copyTo(out);
    } else if (members != null && before.members() != null && after.members() != null) {
      object(before, after, base, members);
    } else if (items != null && itemsBefore != null && itemsAfter != null) {
      list(itemsBefore, itemsAfter, items);
    } else {
      after.copyTo(out);
    }
  }

  private void object(
      JsonTree before, JsonTree after, JsonTree base, Map<String, JsonTree.Member> members) {
    out.write('{');
    boolean first = true;
    for (Map.Entry<String, JsonTree.Member> entry : members.entrySet()) {
      JsonTree was = before.get(entry.getKey());
      JsonTree is = after.get(entry.getKey());
      if (was != null && is == null) {
        continue;
      }
      first = comma(first);
      base.copyNameTo(entry.getValue(), out);
      member(was, is, entry.getValue().value());
    }
    for (Map.Entry<String, JsonTree.Member> entry : members(after).entrySet()) {
      JsonTree was = before.get(entry.getKey());
      JsonTree is = entry.getValue().value();
      // What base lacks although both have it comes from the encoding, not from a change.
      if (!members.containsKey(entry.getKey()) && (was == null || !was.sameAs(is))) {
        first = comma(first);
        after.copyNameTo(entry.getValue(), out);
        is.copyTo(out);
      }
    }
    out.write('}');
  }

  private void member(@Nullable JsonTree was, @Nullable JsonTree is, JsonTree base) {
    if (is == null) {
      base.copyTo(out); // the class does not know it, or leaves it out
    } else if (was == null) {
      is.copyTo(out);
    } else {
      value(was, is, base);
    }
  }

  private static Map<String, JsonTree.Member> members(JsonTree tree) {
    Map<String, JsonTree.Member> members = tree.members();
    return members == null ? Map.of() : members;
  }

  private void list(List<JsonTree> before, List<JsonTree> after, List<JsonTree> base) {
    // Decoding keeps length and order; where it has not, base's elements cannot be told apart.
    boolean aligned = before.size() == base.size();
    int[] origin = aligned ? ListMatch.match(before, after) : new int[0];
    out.write('[');
    boolean first = true;
    for (int i = 0; i < after.size(); i++) {
      first = comma(first);
      if (aligned && origin[i] >= 0) {
        value(before.get(origin[i]), after.get(i), base.get(origin[i]));
      } else {
        after.get(i).copyTo(out);
      }
    }
    out.write(']');
  }

  private boolean comma(boolean first) {
    if (!first) {
      out.write(',');
    }
    return false;
  }
}
