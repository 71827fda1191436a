package dev.controllerruntime.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One value inside encoded bytes: knows where it stands in them, so that it can be copied as it is.
 * Values are compared by what they say: members in any order, scalars by their text.
 */
final class JsonTree {
  private final byte[] source;
  private final int start;
  private int end;

  /** In the order of the bytes; null unless an object. */
  private @Nullable Map<String, Member> members;

  /** Null unless a list. */
  private @Nullable List<JsonTree> items;

  /**
   * A member of an object.
   *
   * @param start where its name starts
   */
  record Member(int start, JsonTree value) {}

  private JsonTree(byte[] source, int start) {
    this.source = source;
    this.start = start;
  }

  static JsonTree parse(byte[] bytes) {
    try (JsonParser parser = JsonFormat.parser(bytes)) {
      parser.nextToken();
      return value(parser, bytes);
    } catch (JsonProcessingException e) {
      throw new CodecException("not JSON: " + JsonErrors.reason(e), e);
    } catch (IOException e) {
      throw new CodecException("unreadable: " + e.getMessage(), e);
    }
  }

  private static JsonTree value(JsonParser parser, byte[] source) throws IOException {
    JsonTree tree = new JsonTree(source, start(parser));
    if (parser.hasToken(JsonToken.START_OBJECT)) {
      Map<String, Member> members = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        int at = start(parser);
        parser.nextToken();
        members.put(name, new Member(at, value(parser, source)));
      }
      tree.members = members;
    } else if (parser.hasToken(JsonToken.START_ARRAY)) {
      List<JsonTree> items = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.add(value(parser, source));
      }
      tree.items = items;
    }
    parser.finishToken();
    tree.end = (int) parser.currentLocation().getByteOffset();
    return tree;
  }

  private static int start(JsonParser parser) {
    return (int) parser.currentTokenLocation().getByteOffset();
  }

  /** The members; null unless an object. */
  @Nullable Map<String, Member> members() {
    return members;
  }

  /** The items; null unless a list. */
  @Nullable List<JsonTree> items() {
    return items;
  }

  /** The value of a member; null when there is none. */
  @Nullable JsonTree get(String name) {
    Member member = members == null ? null : members.get(name);
    return member == null ? null : member.value();
  }

  /** The text of a scalar as it stands in the bytes; null for objects and lists. */
  @Nullable String scalar() {
    return members == null && items == null
        ? new String(source, start, end - start, StandardCharsets.UTF_8)
        : null;
  }

  void copyTo(ByteArrayOutputStream out) {
    out.write(source, start, end - start);
  }

  /** Name, colon and whatever stands between them and the value. */
  void copyNameTo(Member member, ByteArrayOutputStream out) {
    out.write(source, member.start(), member.value().start - member.start());
  }

  boolean sameAs(JsonTree other) {
    if (Arrays.equals(source, start, end, other.source, other.start, other.end)) {
      return true;
    }
    if (members != null) {
      return other.members != null && sameMembers(members, other);
    }
    return items != null && other.items != null && sameItems(items, other.items);
  }

  private static boolean sameMembers(Map<String, Member> members, JsonTree other) {
    Map<String, Member> others = other.members;
    if (others == null || members.size() != others.size()) {
      return false;
    }
    for (Map.Entry<String, Member> entry : members.entrySet()) {
      JsonTree theirs = other.get(entry.getKey());
      if (theirs == null || !entry.getValue().value().sameAs(theirs)) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameItems(List<JsonTree> items, List<JsonTree> others) {
    if (items.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < items.size(); i++) {
      if (!items.get(i).sameAs(others.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Equal for values that are the same, whatever the order of their members. */
  int fingerprint() {
    int result = 1;
    if (members != null) {
      for (Map.Entry<String, Member> entry : members.entrySet()) {
        result += entry.getKey().hashCode() ^ entry.getValue().value().fingerprint();
      }
      return result;
    }
    if (items != null) {
      for (JsonTree item : items) {
        result = 31 * result + item.fingerprint();
      }
      return result;
    }
    for (int i = start; i < end; i++) {
      result = 31 * result + source[i];
    }
    return result;
  }
}
