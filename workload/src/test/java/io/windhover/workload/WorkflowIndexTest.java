package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.windhover.core.model.TaskGroup;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Real workflows, which are not part of the project, against what others counted in them. */
class WorkflowIndexTest {
  private static final String DATA = System.getProperty("windhover.data", "");
  private static final BigDecimal HUNDREDTH_SECOND = new BigDecimal("0.01");

  @Test
  void everyDaxFileAgreesWithItsIndex() throws Exception {
    assertThat(compared("dax")).isEqualTo(DATA.isEmpty() ? 0 : 15);
  }

  @Test
  void everyWfCommonsFileAgreesWithItsIndex() throws Exception {
    assertThat(compared("wfcommons")).isEqualTo(DATA.isEmpty() ? 0 : 38);
  }

  private static int compared(String folder) throws IOException, JobFileException {
    if (DATA.isEmpty()) {
      System.out.println("NOT RUN: " + folder + " workflows (no -Dwindhover.data=DIR)");
      return 0;
    }
    Path files = Path.of(DATA, "workflows", folder);
    int rows = 0;
    try (CsvReader<NamedCsvRecord> index =
        CsvReader.builder().ofNamedCsvRecord(files.resolve("INDEX.csv"))) {
      for (NamedCsvRecord row : index) {
        compare(row, JobFileReader.read(files.resolve(row.getField("file"))));
        rows++;
      }
    }
    return rows;
  }

  private static void compare(NamedCsvRecord row, JobFile file) {
    JobSummary summary = file.summary();
    List<TaskGroup> groups = file.spec().groups();
    var inner = new TreeSet<Integer>();
    groups.forEach(group -> inner.addAll(group.after()));
    Map<String, Long> counts =
        Map.of(
            "tasks",
            (long) summary.tasks(),
            "edges",
            groups.stream().mapToLong(group -> group.after().size()).sum(),
            "entry_tasks",
            groups.stream().filter(group -> group.after().isEmpty()).count(),
            "exit_tasks",
            (long) groups.size() - inner.size());
    counts.forEach(
        (column, count) ->
            row.findField(column)
                .ifPresent(
                    value -> assertThat(count).as("%s", row).isEqualTo(Long.parseLong(value))));
    assertThat(summary.runnable()).isFalse();
    assertSeconds(row, "sum_runtime_s", summary.totalRuntimeMillis());
    assertSeconds(row, "critical_path_s", summary.criticalPathMillis());
  }

  private static void assertSeconds(NamedCsvRecord row, String column, long millis) {
    BigDecimal ours = BigDecimal.valueOf(millis, 3);
    BigDecimal theirs = new BigDecimal(row.getField(column));
    assertThat(ours.subtract(theirs).abs()).as("%s", row).isLessThanOrEqualTo(HUNDREDTH_SECOND);
  }
}
