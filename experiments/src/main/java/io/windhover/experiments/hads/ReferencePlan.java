package io.windhover.experiments.hads;

import io.windhover.experiments.paper.BadData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A line of reference_cc.csv: what the authors' program planned for a job and a deadline.
 *
 * @param outcome the plan in numbers; the refusal when there is none
 */
record ReferencePlan(
    String job, long deadlineSeconds, SortedMap<String, Double> spotPrices, Outcome outcome) {
  /** What came of planning. */
  sealed interface Outcome {}

  /** There is no plan that keeps the deadline. */
  record Refused() implements Outcome {}

  /**
   * @param machines how many of each kind, as the file writes it: {@code
   *     c3.large/preemptible=2;c4.large/preemptible=1}
   */
  record Planned(
      double spotLimitSeconds,
      double makespanSeconds,
      double costDollars,
      double onDemandCostDollars,
      String machines)
      implements Outcome {}

  private static final List<String> HEAD =
      List.of(
          "job_dir",
          "deadline_s",
          "preemptible_price_overrides",
          "d_spot_s",
          "makespan_s",
          "expected_cost_usd",
          "expected_cost_if_ondemand_usd",
          "vms",
          "result");

  static List<ReferencePlan> read(Path file) {
    List<String> lines = lines(file);
    if (lines.isEmpty() || !cells(lines.get(0)).equals(HEAD)) {
      throw new BadData("%s:1: expected the head %s".formatted(file, String.join(",", HEAD)));
    }
    List<ReferencePlan> plans = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      plans.add(plan(file, i + 1, cells(lines.get(i))));
    }
    return plans;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new BadData(file + ": there is no such file", e);
    } catch (IOException e) {
      throw new BadData(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Cells may stand in quotes; a quote within is doubled. */
  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        if (quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
          cell.append(c);
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }

  private static ReferencePlan plan(Path file, int line, List<String> cells) {
    if (cells.size() != HEAD.size()) {
      throw new BadData(
          "%s:%d: %d columns, the head has %d".formatted(file, line, cells.size(), HEAD.size()));
    }
    SortedMap<String, Double> prices = new TreeMap<>();
    JsonTree.parse(cells.get(2), file.toString(), line)
        .members()
        .forEach((type, price) -> prices.put(type, price.number()));
    long deadline = cell(file, line, cells, 1).whole();
    return switch (cells.get(8)) {
      case "no-solution" -> new ReferencePlan(cells.get(0), deadline, prices, new Refused());
      case "ok" ->
          new ReferencePlan(
              cells.get(0),
              deadline,
              prices,
              new Planned(
                  cell(file, line, cells, 3).number(),
                  cell(file, line, cells, 4).number(),
                  cell(file, line, cells, 5).number(),
                  cell(file, line, cells, 6).number(),
                  cells.get(7)));
      default ->
          throw new BadData(
              "%s:%d: result: expected ok or no-solution, is '%s'"
                  .formatted(file, line, cells.get(8)));
    };
  }

  private static JsonTree cell(Path file, int line, List<String> cells, int column) {
    return new JsonTree(file + ":" + line, HEAD.get(column), cells.get(column));
  }
}
