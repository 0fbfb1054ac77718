package io.windhover.workload;

import java.util.List;

/** A file as it was written, before anything is known about its meaning, with line numbers. */
public sealed interface Node {
  int line();

  /** What a text stands for when it is not in quotes, as in YAML's core schema. */
  enum Kind {
    TEXT,
    NUMBER,
    FLAG,
    NOTHING
  }

  record Text(int line, String text, Kind kind) implements Node {}

  record Items(int line, List<Node> items) implements Node {}

  record Fields(int line, List<Field> fields) implements Node {}

  /** Something that was already complained about; its readers keep quiet. */
  record Broken(int line) implements Node {}

  record Field(String name, int line, Node value) {}
}
