package io.windhover.core.step;

import java.util.function.IntUnaryOperator;

/** Long runs of equal numbers as short text: {@code 2x900,0x100}. */
final class RunLength {
  private RunLength() {}

  static String encode(int length, IntUnaryOperator valueAt) {
    StringBuilder text = new StringBuilder();
    int start = 0;
    for (int i = 1; i <= length; i++) {
      if (i == length || valueAt.applyAsInt(i) != valueAt.applyAsInt(start)) {
        text.append(text.isEmpty() ? "" : ",");
        text.append(valueAt.applyAsInt(start)).append('x').append(i - start);
        start = i;
      }
    }
    return text.toString();
  }

  static int[] decode(String text, int length) {
    int[] values = new int[length];
    int at = 0;
    int position = 0;
    while (position < text.length()) {
      int times = text.indexOf('x', position);
      int comma = text.indexOf(',', times);
      int end = comma < 0 ? text.length() : comma;
      int value = Integer.parseInt(text, position, times, 10);
      int run = Integer.parseInt(text, times + 1, end, 10);
      java.util.Arrays.fill(values, at, at + run, value);
      at += run;
      position = end + 1;
    }
    if (at != length) {
      throw new IllegalArgumentException("runs cover " + at + " of " + length + " values");
    }
    return values;
  }
}
