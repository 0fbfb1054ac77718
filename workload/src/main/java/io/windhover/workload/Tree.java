package io.windhover.workload;

import io.windhover.core.model.JobRules;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the YAML and the JSON reader share: where they are in the file, and the limits. */
final class Tree {
  static final int DEPTH_MAX = 20;

  /** Aliases count as often as they are used: a small file must not stand for a vast one. */
  static final int VALUES_MAX = 1_000_000;

  static final int CHARS_MAX = SourceText.FILE_BYTES_MAX;

  private final Problems problems;
  private final int valuesMax;
  private final int charsMax;
  private final Deque<String> path = new ArrayDeque<>();
  private long values;
  private long chars;

  Tree(Problems problems) {
    this(problems, VALUES_MAX, CHARS_MAX);
  }

  Tree(Problems problems, int valuesMax, int charsMax) {
    this.problems = problems;
    this.valuesMax = valuesMax;
    this.charsMax = charsMax;
  }

  long values() {
    return values;
  }

  long chars() {
    return chars;
  }

  String path() {
    return String.join("", path);
  }

  void enterField(String name) {
    String shown = name.isEmpty() ? "" : Shown.field(name);
    path.addLast(path.isEmpty() || shown.isEmpty() ? shown : "." + shown);
  }

  void enterItem(int index) {
    path.addLast("[" + index + "]");
  }

  void leave() {
    path.removeLast();
  }

  void count(int line, long moreValues, long moreChars) throws JobFileException {
    values += moreValues;
    chars += moreChars;
    if (values > valuesMax) {
      throw fatal(
          line,
          "the file holds too many values; expected at most "
              + Shown.number(valuesMax)
              + ", aliases written out");
    }
    if (chars > charsMax) {
      throw fatal(
          line,
          "the file holds too much text; expected at most "
              + Sizes.format(charsMax)
              + ", aliases written out");
    }
  }

  void checkDepth(int line, int depth) throws JobFileException {
    if (depth > DEPTH_MAX) {
      throw fatal(line, "nested too deeply; expected at most " + DEPTH_MAX + " levels");
    }
  }

  Node text(int line, String text, Node.Kind kind) throws JobFileException {
    count(line, 1, text.length());
    if (JobRules.isTooLong(text)) {
      return broken(
          line,
          "the text is too long; expected at most "
              + Shown.number(JobRules.TEXT_BYTES_MAX)
              + " bytes");
    }
    return new Node.Text(line, text, kind);
  }

  Node broken(int line, String message) {
    problems.add(line, path(), message);
    return new Node.Broken(line);
  }

  JobFileException fatal(int line, String message) {
    return problems.fatal(line, path(), message);
  }

  /** The fields of one map as they come, each name once. */
  final class FieldList {
    private final List<Node.Field> fields = new ArrayList<>();
    private final Map<String, Integer> lines = new HashMap<>();

    void add(String name, int line, Node value) {
      Integer first = lines.putIfAbsent(name, line);
      if (first == null) {
        fields.add(new Node.Field(name, line, value));
      } else {
        enterField(name);
        broken(line, "is given twice, first in line " + first + "; expected it once");
        leave();
      }
    }

    Node.Fields at(int line) {
      return new Node.Fields(line, fields);
    }
  }

  /** Nothing at all in the file, or nothing but remarks. */
  static Node orEmpty(@Nullable Node root) {
    return root == null ? new Node.Text(1, "", Node.Kind.NOTHING) : root;
  }
}
