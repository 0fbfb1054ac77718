package io.windhover.experiments.opie.openb;

import io.windhover.experiments.paper.BadData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A CSV file with a head line and no quotes; every complaint names file, line and column. */
final class CsvTable {
  private final Path file;
  private final List<String> head;
  private final List<String> lines;

  private CsvTable(Path file, List<String> lines) {
    this.file = file;
    this.head = Arrays.asList(lines.get(0).split(",", -1));
    this.lines = lines.subList(1, lines.size());
  }

  static CsvTable read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
      if (lines.isEmpty()) {
        throw new BadData(file + ": is empty");
      }
      return new CsvTable(file, lines);
    } catch (NoSuchFileException e) {
      throw new BadData(file + ": there is no such file", e);
    } catch (IOException e) {
      throw new BadData(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  int size() {
    return lines.size();
  }

  Line line(int number) {
    String[] cells = lines.get(number).split(",", -1);
    if (cells.length != head.size()) {
      throw new BadData(
          "%s:%d: %d columns, the head has %d"
              .formatted(file, number + 2, cells.length, head.size()));
    }
    return new Line(number, cells);
  }

  /** One line under the head. */
  final class Line {
    private final int number;
    private final String[] cells;

    private Line(int number, String[] cells) {
      this.number = number;
      this.cells = cells;
    }

    String text(String column) {
      int at = head.indexOf(column);
      if (at < 0) {
        throw new BadData("%s: there is no column %s".formatted(file, column));
      }
      return cells[at];
    }

    int whole(String column) {
      String text = text(column);
      try {
        int value = Integer.parseInt(text);
        if (value >= 0) {
          return value;
        }
      } catch (NumberFormatException e) {
        throw bad(column, text);
      }
      throw bad(column, text);
    }

    BadData bad(String column, String text) {
      return new BadData(
          "%s:%d: %s: expected a whole number, at least 0, is '%s'"
              .formatted(file, number + 2, column, text));
    }
  }
}
