package io.windhover.workload.harvest;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Hvm;
import io.windhover.core.harvest.HarvestTrace.Step;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes a trace as the CSV that {@link HarvestTraceReader} reads, in order of time. */
public final class HarvestTraceText {
  private static final long GIGABYTE = 1_000_000_000L;

  private record Line(long atMillis, Hvm hvm, int cores, boolean first) {}

  private HarvestTraceText() {}

  public static String of(HarvestTrace trace) {
    List<Line> lines = new ArrayList<>();
    for (Hvm hvm : trace.hvms()) {
      for (int i = 0; i < hvm.steps().size(); i++) {
        Step step = hvm.steps().get(i);
        lines.add(new Line(step.atMillis(), hvm, step.cores(), i == 0));
      }
    }
    lines.sort(Comparator.comparingLong(Line::atMillis));
    var text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      write(lines, trace.endMillis(), csv);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(List<Line> lines, long endMillis, CsvWriter csv) {
    csv.writeRecord("seconds", "hvm", "cores", "minimum", "memory_gb");
    for (Line line : lines) {
      csv.writeRecord(
          seconds(line.atMillis()),
          line.hvm().name(),
          String.valueOf(line.cores()),
          line.first() ? String.valueOf(line.hvm().minimumCores()) : "",
          line.first() ? String.valueOf(line.hvm().memoryBytes() / GIGABYTE) : "");
    }
    // A repeated size says that the trace goes on until then.
    if (!lines.isEmpty() && lines.get(lines.size() - 1).atMillis() < endMillis) {
      Line last = lines.get(lines.size() - 1);
      csv.writeRecord(seconds(endMillis), last.hvm().name(), String.valueOf(last.cores()), "", "");
    }
  }

  private static String seconds(long millis) {
    return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
  }
}
