package io.windhover.http;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.SplittableRandom;

/** Frames of a WebSocket that are not as they should be, from a seed. */
final class HostileFrames {
  private static final List<String> TEXTS =
      List.of("", "<", "</a>", "<iq type='set'", "<!DOCTYPE x>", "&lol;", "{}", "\u0000", "ü");

  private final SplittableRandom chance;

  HostileFrames(long seed) {
    this.chance = new SplittableRandom(seed);
  }

  /** The next one. Some end the socket, others are only of no use. */
  byte[] next() {
    return switch (chance.nextInt(9)) {
      case 0 -> OpenPort.frame(0x83 + chance.nextInt(5), noise(20)); // opcodes that mean nothing
      case 1 -> OpenPort.frame(0xb3 + 0x10 * chance.nextInt(4), noise(20)); // bits nobody agreed on
      case 2 -> unmasked();
      case 3 -> OpenPort.frame(0x81, new byte[] {(byte) 0xc3, 0x28}); // no UTF-8
      case 4 -> OpenPort.frame(chance.nextBoolean() ? 0x08 : 0x09, noise(20)); // control in parts
      case 5 -> OpenPort.frame(0x89, new byte[126 + chance.nextInt(300)]); // control, too long
      case 6 -> wrongLength();
      case 7 -> OpenPort.frame(0x80, noise(20)); // goes on with nothing
      default -> masked(TEXTS.get(chance.nextInt(TEXTS.size())));
    };
  }

  private byte[] noise(int most) {
    byte[] noise = new byte[chance.nextInt(most)];
    chance.nextBytes(noise);
    return noise;
  }

  private static byte[] unmasked() {
    return new byte[] {(byte) 0x81, 2, 'h', 'i'};
  }

  /** More than follows, more than is allowed, negative, or in more bytes than it needs. */
  private byte[] wrongLength() {
    var frame = new ByteArrayOutputStream();
    frame.write(0x81);
    frame.write(chance.nextBoolean() ? 0xff : 0xfe);
    frame.writeBytes(noise(12));
    return frame.toByteArray();
  }

  /** A good frame, of which the mask is bent. */
  private byte[] masked(String text) {
    byte[] frame = OpenPort.textFrame(text);
    frame[2 + chance.nextInt(4)] = (byte) chance.nextInt(256);
    return frame;
  }
}
