package io.windhover.workload.scenario;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.windhover.core.words.Nearest;
import io.windhover.workload.Documents;
import io.windhover.workload.Durations;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Problems;
import io.windhover.workload.Shown;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads a trace: a CSV file with a header and the columns type, from and to. Times count from the
 * beginning of the run, in seconds or as spans such as 12m30s; without a {@code to} the type never
 * comes back. Lines that start with # are remarks.
 */
final class TraceReader {
  static final List<String> COLUMNS = List.of("type", "from", "to");

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}(?:\\.[0-9]{1,3})?");
  private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

  private record Line(long number, Outages.Row row) {}

  private final Problems problems;
  private final List<String> types;
  private final List<Line> lines = new ArrayList<>();
  private final Map<String, Integer> columns = new HashMap<>();

  private TraceReader(Problems problems, List<String> types) {
    this.problems = problems;
    this.types = types;
  }

  /** The outages of a file, by their beginning. */
  static Outages read(Path path, List<String> types) throws JobFileException {
    var problems = new Problems(path.toString());
    String text = Documents.text(path, "a trace", problems);
    var reader = new TraceReader(problems, types);
    try (CsvReader<CsvRecord> csv =
        CsvReader.builder()
            .commentStrategy(CommentStrategy.SKIP)
            .allowMissingFields(true)
            .allowExtraFields(true)
            .ofCsvRecord(text)) {
      for (CsvRecord record : csv) {
        if (reader.columns.isEmpty()) {
          reader.header(record);
        } else {
          reader.line(record);
        }
      }
    } catch (CsvParseException | java.io.IOException e) {
      throw problems.fatal(0, "", "not CSV: " + Shown.oneLine(String.valueOf(e.getMessage())));
    }
    if (reader.columns.isEmpty()) {
      throw problems.fatal(1, "", "the file is empty; expected a header: type,from,to");
    }
    reader.checkOverlaps();
    problems.throwIfAny();
    return new Outages(path.toString(), reader.lines.stream().map(Line::row).toList());
  }

  private void header(CsvRecord record) throws JobFileException {
    int line = (int) record.getStartingLineNumber();
    List<String> names = record.getFields().stream().map(String::strip).toList();
    for (String column : COLUMNS) {
      if (!names.contains(column)) {
        throw problems.fatal(
            line,
            column,
            "is not among the columns %s; expected a header: type,from,to"
                .formatted(Shown.quoted(String.join(",", names))));
      }
      columns.put(column, names.indexOf(column));
    }
  }

  private void line(CsvRecord record) {
    int line = (int) record.getStartingLineNumber();
    int before = problems.count();
    String type = field(record, "type");
    if (!types.contains(type)) {
      problems.add(
          line,
          "type",
          Shown.quoted(type) + " is not in the catalogue; " + Nearest.hint(type, types));
    }
    long from = time(field(record, "from"), line, "from");
    String end = field(record, "to");
    long to = end.isEmpty() ? Durations.MILLIS_MAX : time(end, line, "to");
    if (problems.count() > before) {
      return;
    }
    if (to <= from) {
      problems.add(
          line,
          "to",
          "%s is not after from, %s; expected a later time"
              .formatted(Shown.quoted(end), Shown.quoted(field(record, "from"))));
      return;
    }
    lines.add(new Line(line, new Outages.Row(type, from, to)));
  }

  private String field(CsvRecord record, String column) {
    int at = columns.getOrDefault(column, 0);
    return at < record.getFieldCount() ? record.getField(at).strip() : "";
  }

  private long time(String text, int line, String column) {
    if (SECONDS.matcher(text).matches()) {
      return new BigDecimal(text).multiply(MILLIS).longValueExact();
    }
    if (text.startsWith("-")) {
      problems.add(
          line, column, Shown.quoted(text) + " is before the beginning; expected 0 or later");
      return 0;
    }
    try {
      return text.equals("0s") ? 0 : Durations.parseMillis(text);
    } catch (IllegalArgumentException e) {
      problems.add(
          line,
          column,
          Shown.quoted(text) + " is not a time; expected seconds like 750, or a span like 12m30s");
      return 0;
    }
  }

  private void checkOverlaps() {
    lines.sort(Comparator.comparingLong((Line l) -> l.row().fromMillis()));
    Map<String, Line> last = new HashMap<>();
    for (Line line : lines) {
      Line before = last.put(line.row().type(), line);
      if (before != null && before.row().toMillis() > line.row().fromMillis()) {
        boolean inOrder = line.number() > before.number();
        Line later = inOrder ? line : before;
        Line earlier = inOrder ? before : line;
        problems.add(
            (int) later.number(),
            "from",
            "%s overlaps line %d, %s; expected each time of a type once"
                .formatted(text(later), earlier.number(), text(earlier)));
      }
    }
  }

  private static String text(Line line) {
    Outages.Row row = line.row();
    return row.type()
        + " from "
        + Durations.format(row.fromMillis())
        + (row.toMillis() == Durations.MILLIS_MAX
            ? " on"
            : " to " + Durations.format(row.toMillis()));
  }
}
