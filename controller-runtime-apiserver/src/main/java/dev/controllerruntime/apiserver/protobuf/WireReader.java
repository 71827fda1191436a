package dev.controllerruntime.apiserver.protobuf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the fields of one message, see "Encoding" in the documentation of Protocol Buffers. */
final class WireReader {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH = 2;
  static final int FIXED32 = 5;

  private final byte[] bytes;
  private int at;
  private int wireType;

  WireReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The number of the next field; 0 at the end. Its value must be read or skipped next. */
  int next() throws MalformedProtobuf {
    if (at == bytes.length) {
      return 0;
    }
    long tag = readVarint();
    wireType = (int) (tag & 7);
    long number = tag >>> 3;
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw new MalformedProtobuf("proto: illegal tag " + number);
    }
    return (int) number;
  }

  long varint() throws MalformedProtobuf {
    require(VARINT);
    return readVarint();
  }

  double fixedDouble() throws MalformedProtobuf {
    require(FIXED64);
    long bits = 0;
    int start = advance(8);
    for (int i = 7; i >= 0; i--) {
      bits = bits << 8 | bytes[start + i] & 0xff;
    }
    return Double.longBitsToDouble(bits);
  }

  byte[] bytes() throws MalformedProtobuf {
    require(LENGTH);
    int length = readLength();
    int start = advance(length);
    return Arrays.copyOfRange(bytes, start, start + length);
  }

  String text() throws MalformedProtobuf {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  WireReader message() throws MalformedProtobuf {
    return new WireReader(bytes());
  }

  void skip() throws MalformedProtobuf {
    switch (wireType) {
      case VARINT -> readVarint();
      case FIXED64 -> advance(8);
      case LENGTH -> advance(readLength());
      case FIXED32 -> advance(4);
      default -> throw new MalformedProtobuf("proto: illegal wireType " + wireType);
    }
  }

  private void require(int wanted) throws MalformedProtobuf {
    if (wireType != wanted) {
      throw new MalformedProtobuf("proto: wrong wireType = " + wireType);
    }
  }

  private int readLength() throws MalformedProtobuf {
    long length = readVarint();
    if (length < 0 || length > bytes.length) {
      throw new MalformedProtobuf("proto: unexpected end of the message");
    }
    return (int) length;
  }

  private int advance(int length) throws MalformedProtobuf {
    int start = at;
    if (length > bytes.length - at) {
      throw new MalformedProtobuf("proto: unexpected end of the message");
    }
    at += length;
    return start;
  }

  private long readVarint() throws MalformedProtobuf {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte part = bytes[advance(1)];
      value |= (long) (part & 0x7f) << shift;
      if (part >= 0) {
        return value;
      }
    }
    throw new MalformedProtobuf("proto: integer overflow");
  }
}
