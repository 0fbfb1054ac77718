package io.windhover.http.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The few forms of DER (X.690) that a certificate is made of, each as its bytes. */
final class Der {
  static final int SEQUENCE = 0x30;
  static final int SET = 0x31;

  private static final int INTEGER = 0x02;
  private static final int BITS = 0x03;
  private static final int OCTETS = 0x04;
  private static final int OBJECT = 0x06;
  private static final int UTF8 = 0x0c;
  private static final int TIME = 0x18;
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  /** Anything: what it is, how long, and what is in it. */
  static byte[] of(int tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    var out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.size();
    if (length < 0x80) {
      out.write(length);
    } else {
      byte[] digits = BigInteger.valueOf(length).toByteArray();
      int from = digits[0] == 0 ? 1 : 0;
      out.write(0x80 | (digits.length - from));
      out.write(digits, from, digits.length - from);
    }
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  static byte[] integer(BigInteger value) {
    return of(INTEGER, value.toByteArray());
  }

  static byte[] octets(byte[] value) {
    return of(OCTETS, value);
  }

  /** Whole bytes of bits. */
  static byte[] bits(byte[] value) {
    return of(BITS, new byte[] {0}, value);
  }

  static byte[] text(String value) {
    return of(UTF8, value.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] time(Instant value) {
    return of(TIME, SECONDS.format(value).getBytes(StandardCharsets.US_ASCII));
  }

  /** An object identifier such as 2.5.4.3. */
  static byte[] object(String dotted) {
    String[] arcs = dotted.split("\\.", -1);
    var out = new ByteArrayOutputStream();
    out.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      base128(Integer.parseInt(arcs[i]), out);
    }
    return of(OBJECT, out.toByteArray());
  }

  private static void base128(int arc, ByteArrayOutputStream out) {
    int shift = 28;
    while (shift > 0 && arc >>> shift == 0) {
      shift -= 7;
    }
    for (; shift > 0; shift -= 7) {
      out.write(0x80 | ((arc >>> shift) & 0x7f));
    }
    out.write(arc & 0x7f);
  }
}
