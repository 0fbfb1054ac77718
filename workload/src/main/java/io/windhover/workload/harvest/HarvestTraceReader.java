package io.windhover.workload.harvest;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.words.Nearest;
import io.windhover.workload.Documents;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Problems;
import io.windhover.workload.Shown;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads how the cores of harvest machines came and went: a CSV file with a header and the columns
 * {@code seconds}, {@code hvm} and {@code cores}, and if one likes {@code minimum} (cores) and
 * {@code memory_gb}, which need only be said once for each machine. No cores means evicted; a line
 * that repeats a size says only that the trace goes on until then. Lines that start with # are
 * remarks.
 */
public final class HarvestTraceReader {
  static final List<String> COLUMNS = List.of("seconds", "hvm", "cores");
  static final List<String> MORE_COLUMNS = List.of("minimum", "memory_gb");

  private static final String HEADER = "expected a header: seconds,hvm,cores";
  private static final Pattern SECONDS = Pattern.compile("-?[0-9]{1,9}(?:\\.[0-9]{1,3})?");
  private static final Pattern TOO_LARGE = Pattern.compile("[0-9]{10,}(?:\\.[0-9]*)?");
  private static final Pattern TOO_FINE = Pattern.compile("[0-9]+\\.[0-9]{4,}");
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,9}");
  private static final Pattern ANY_WHOLE = Pattern.compile("-?[0-9]+");
  private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);
  private static final int CORES_MAX = 100_000;
  private static final int MEMORY_GB_MAX = 1_000_000;

  private final Problems problems;
  private final List<String> known;
  private final Map<String, HvmDraft> hvms = new LinkedHashMap<>();
  private final Map<String, Integer> columns = new HashMap<>();
  private long endMillis;

  private HarvestTraceReader(Problems problems, List<String> known) {
    this.problems = problems;
    this.known = known;
  }

  public static HarvestTrace read(Path path) throws JobFileException {
    return read(path, List.of());
  }

  /**
   * The trace in a file.
   *
   * @param known the machines that may be in it; any, when none are named
   */
  public static HarvestTrace read(Path path, List<String> known) throws JobFileException {
    var problems = new Problems(path.toString());
    return read(Documents.text(path, "a harvest trace", problems), known, problems);
  }

  /** The trace in a text; what is wrong goes by the name the problems were made for. */
  public static HarvestTrace read(String text, List<String> known, Problems problems)
      throws JobFileException {
    var reader = new HarvestTraceReader(problems, List.copyOf(known));
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
    } catch (CsvParseException | IOException e) {
      throw problems.fatal(0, "", "not CSV: " + Shown.oneLine(String.valueOf(e.getMessage())));
    }
    if (reader.columns.isEmpty()) {
      throw problems.fatal(1, "", "the file is empty; " + HEADER);
    }
    return reader.trace();
  }

  private HarvestTrace trace() throws JobFileException {
    if (hvms.isEmpty() && problems.count() == 0) {
      problems.add(1, "", "there is no line after the header; expected one for each change");
    }
    problems.throwIfAny();
    List<HarvestTrace.Hvm> all = new ArrayList<>();
    for (HvmDraft draft : hvms.values()) {
      draft.checkMinimum(problems);
    }
    problems.throwIfAny();
    hvms.values().forEach(draft -> all.add(draft.hvm()));
    return new HarvestTrace(all, endMillis);
  }

  private void header(CsvRecord record) throws JobFileException {
    int line = (int) record.getStartingLineNumber();
    List<String> names = record.getFields().stream().map(String::strip).toList();
    for (String column : COLUMNS) {
      if (!names.contains(column)) {
        throw problems.fatal(
            line,
            column,
            "is not among the columns %s; %s"
                .formatted(Shown.quoted(String.join(",", names)), HEADER));
      }
      columns.put(column, names.indexOf(column));
    }
    for (String column : MORE_COLUMNS) {
      if (names.contains(column)) {
        columns.put(column, names.indexOf(column));
      }
    }
    for (String column : columns.keySet()) {
      if (names.indexOf(column) != names.lastIndexOf(column)) {
        throw problems.fatal(line, column, "is there twice; expected every column once");
      }
    }
  }

  private void line(CsvRecord record) {
    int line = (int) record.getStartingLineNumber();
    int before = problems.count();
    String name = field(record, "hvm");
    long atMillis = millis(field(record, "seconds"), line);
    int cores = whole(record, "cores", 0, CORES_MAX, line);
    int minimum = whole(record, "minimum", 1, CORES_MAX, line);
    int memoryGb = whole(record, "memory_gb", 0, MEMORY_GB_MAX, line);
    if (name.isEmpty()) {
      problems.add(line, "hvm", "is missing; expected the name of a harvest machine");
    } else if (!known.isEmpty() && !known.contains(name)) {
      problems.add(
          line,
          "hvm",
          "unknown harvest machine " + Shown.quoted(name) + "; " + Nearest.hint(name, known));
    }
    if (problems.count() > before) {
      return;
    }
    HvmDraft draft = hvms.computeIfAbsent(name, HvmDraft::new);
    draft.step(atMillis, cores, line, problems);
    draft.facts(minimum, memoryGb, line, problems);
    endMillis = Math.max(endMillis, atMillis);
  }

  private String field(CsvRecord record, String column) {
    Integer at = columns.get(column);
    return at != null && at < record.getFieldCount() ? record.getField(at).strip() : "";
  }

  private long millis(String text, int line) {
    if (!SECONDS.matcher(text).matches()) {
      problems.add(line, "seconds", noSeconds(text));
      return 0;
    }
    long millis = new BigDecimal(text).multiply(MILLIS).longValueExact();
    if (text.startsWith("-")) {
      problems.add(line, "seconds", text + " is before the beginning; expected 0 or later");
    }
    return millis;
  }

  private static String noSeconds(String text) {
    if (text.isEmpty()) {
      return "is missing; expected seconds from the beginning, like 750";
    }
    if (TOO_LARGE.matcher(text).matches()) {
      return Shown.quoted(text) + " is too late; expected seconds, up to 999,999,999";
    }
    return TOO_FINE.matcher(text).matches()
        ? Shown.quoted(text) + " is too fine; expected seconds, up to 3 digits after the point"
        : Shown.quoted(text) + " is not a number; expected seconds, like 750 or 12.5";
  }

  /** -1 when an optional column says nothing. */
  private int whole(CsvRecord record, String column, int least, int largest, int line) {
    String text = field(record, column);
    String expected =
        "; expected a whole number from %d to %s".formatted(least, Shown.number(largest));
    if (text.isEmpty()) {
      if (COLUMNS.contains(column)) {
        problems.add(line, column, "is missing" + expected);
      }
      return -1;
    }
    if (!WHOLE.matcher(text).matches()) {
      boolean digits = ANY_WHOLE.matcher(text).matches();
      String what = digits ? " has too many digits" : " is not a whole number";
      problems.add(line, column, Shown.quoted(text) + what + expected);
      return -1;
    }
    int value = Integer.parseInt(text);
    if (value < least || value > largest) {
      String what = value < 0 ? " is negative" : value < least ? " is too few" : " is too many";
      problems.add(line, column, text + what + expected);
    }
    return value;
  }
}
