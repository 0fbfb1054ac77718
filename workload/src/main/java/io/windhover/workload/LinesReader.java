package io.windhover.workload;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobRules;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskNumbers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Reads a plain list of commands, one on each line, as GNU parallel does: a line is handed to sh as
 * it stands. Lines on which sh has nothing to do, blank ones and those that start with {@code #},
 * are no tasks (GNU parallel runs them, to no effect). Departing from it, a carriage return at the
 * end of a line belongs to the line's end, and {@code {}} means nothing special.
 */
public final class LinesReader {
  /** The one group of such a job. */
  public static final String GROUP = "line";

  /** Commands of their own are kept one by one, unlike those of an array. */
  public static final int LINES_MAX = 2_000_000;

  private static final String WHAT = "a file of commands";

  static final long BYTES_MAX = 256L << 20;
  private static final int LINE_BYTES_MAX = JobRules.TEXT_BYTES_MAX;

  private final Problems problems;
  private final List<String> commands = new ArrayList<>();
  private final TaskNumbers.Builder numbers = new TaskNumbers.Builder();
  private final byte[] chunk = new byte[64 << 10];
  private byte[] line = new byte[1 << 10];
  private int lineLength;
  private boolean lineTooLong;
  private int lineNumber = 1;

  private LinesReader(Problems problems) {
    this.problems = problems;
  }

  /** The job of a file of commands, which run in the given folder. */
  public static JobFile read(Path path, Path folder) throws JobFileException {
    try (InputStream in = SourceText.open(path, WHAT)) {
      return read(path.toString(), in, folder);
    } catch (IOException e) {
      throw new Problems(path.toString()).fatal(0, "", SourceText.why(e, WHAT));
    }
  }

  /**
   * The job of a stream of commands.
   *
   * @param file what to call the stream in complaints; the job's name is made of it
   */
  public static JobFile read(String file, InputStream in, Path folder) throws JobFileException {
    var problems = new Problems(file);
    var reader = new LinesReader(problems);
    try {
      reader.readAll(in);
    } catch (IOException e) {
      throw problems.fatal(0, "", SourceText.why(e, WHAT));
    }
    problems.throwIfAny();
    if (reader.commands.isEmpty()) {
      throw problems.fatal(1, "", "the file holds no commands; expected one on each line");
    }
    var spec =
        new JobSpec(
            Names.ofFile(file),
            folder.toAbsolutePath().normalize().toString(),
            new Deadline.None(),
            false,
            List.of(reader.group()));
    return new JobFile(spec, PolicyChoice.UNSTATED);
  }

  private TaskGroup group() {
    return new TaskGroup(
        GROUP,
        commands.size(),
        new Script(commands, "", new TreeMap<>()).numbered(numbers.build(TaskNumbers.LINE).text()),
        GROUP,
        new Need(List.of(), 1, 0),
        List.of(),
        RuntimeEstimate.UNKNOWN,
        0,
        true,
        0,
        0,
        0);
  }

  private void readAll(InputStream in) throws IOException, JobFileException {
    long bytes = 0;
    for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
      bytes += length;
      if (bytes > BYTES_MAX) {
        throw problems.fatal(
            lineNumber, "", "the file is too large; expected at most " + Sizes.format(BYTES_MAX));
      }
      takeChunk(length);
      if (problems.count() >= JobFileException.PROBLEMS_MAX) {
        return;
      }
    }
    if (lineLength > 0 || lineTooLong) {
      endLine();
    }
  }

  private void takeChunk(int length) throws JobFileException {
    int start = 0;
    for (int i = 0; i < length; i++) {
      if (chunk[i] == '\n') {
        append(start, i);
        endLine();
        start = i + 1;
      }
    }
    append(start, length);
  }

  private void append(int start, int end) {
    int more = end - start;
    // One byte above the limit for a carriage return.
    if (lineTooLong || lineLength + more > LINE_BYTES_MAX + 1) {
      lineTooLong = true;
      return;
    }
    if (lineLength + more > line.length) {
      line = Arrays.copyOf(line, Math.max(lineLength + more, 2 * line.length));
    }
    System.arraycopy(chunk, start, line, lineLength, more);
    lineLength += more;
  }

  private void endLine() throws JobFileException {
    int length = lineLength > 0 && line[lineLength - 1] == '\r' ? lineLength - 1 : lineLength;
    int start = lineNumber == 1 && SourceText.hasMark(Arrays.copyOf(line, 3)) ? 3 : 0;
    if (lineTooLong || length > LINE_BYTES_MAX) {
      problems.add(
          lineNumber,
          "command",
          "the line is too long; expected at most " + Shown.number(LINE_BYTES_MAX) + " bytes");
    } else if (!isIdle(start, length)) {
      addCommand(start, length);
    }
    lineLength = 0;
    lineTooLong = false;
    lineNumber++;
  }

  private boolean isIdle(int start, int length) {
    int i = start;
    while (i < length && (line[i] == ' ' || line[i] == '\t')) {
      i++;
    }
    return i >= length || line[i] == '#';
  }

  private void addCommand(int start, int length) throws JobFileException {
    if (commands.size() == LINES_MAX) {
      throw problems.fatal(
          lineNumber, "", "too many commands; expected at most " + Shown.number(LINES_MAX));
    }
    boolean ascii = true;
    for (int i = start; i < length; i++) {
      ascii &= line[i] >= 0;
      if (line[i] == 0) {
        problems.add(lineNumber, "command", "control character 0x00; expected text");
        return;
      }
    }
    numbers.add(lineNumber);
    if (ascii) {
      commands.add(new String(line, start, length - start, StandardCharsets.ISO_8859_1));
      return;
    }
    try {
      var bytes = ByteBuffer.wrap(line, start, length - start);
      commands.add(SourceText.strictUtf8().decode(bytes).toString());
    } catch (CharacterCodingException e) {
      problems.add(lineNumber, "command", "the line is not UTF-8; expected UTF-8 text");
    }
  }
}
