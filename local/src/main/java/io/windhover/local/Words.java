package io.windhover.local;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** A line of words, each of which may hold anything: how the cloud's socket and file speak. */
final class Words {
  private final List<String> words;
  private int next;

  private Words(List<String> words) {
    this.words = words;
  }

  static String line(Collection<?> words) {
    return words.stream()
        .map(word -> URLEncoder.encode(String.valueOf(word), StandardCharsets.UTF_8))
        .collect(Collectors.joining("\t"));
  }

  static String line(Object... words) {
    return line(List.of(words));
  }

  static Words read(String line) {
    List<String> words = new ArrayList<>();
    for (String word : line.split("\t", -1)) {
      words.add(URLDecoder.decode(word, StandardCharsets.UTF_8));
    }
    return new Words(words);
  }

  /** Whether it begins with this; nothing is read by that. */
  boolean is(String first) {
    return words.get(0).equals(first);
  }

  /** The same without its next word. */
  Words skip() {
    next++;
    return this;
  }

  boolean isOver() {
    return next == words.size();
  }

  String text() {
    if (isOver()) {
      throw new IllegalArgumentException("a line of only %d words".formatted(words.size()));
    }
    return words.get(next++);
  }

  long number() {
    return Long.parseLong(text());
  }

  int smallNumber() {
    return Integer.parseInt(text());
  }

  double real() {
    return Double.parseDouble(text());
  }

  boolean truth() {
    return Boolean.parseBoolean(text());
  }

  <T extends Enum<T>> T oneOf(Class<T> kind) {
    return Enum.valueOf(kind, text());
  }

  /** All that is left. */
  List<String> rest() {
    List<String> rest = List.copyOf(words.subList(next, words.size()));
    next = words.size();
    return rest;
  }
}
