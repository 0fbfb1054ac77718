package io.windhover.workload;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Other programs' files of one command for many tasks, told apart by how they begin. */
enum ScriptFormat {
  /** A script with {@code #SBATCH} lines, or with none, which is a job of one task. */
  SBATCH {
    @Override
    JobFile read(String file, String text, Path folder, Problems problems) throws JobFileException {
      return SbatchReader.read(file, text, folder, problems);
    }
  },

  KESTREL {
    @Override
    JobFile read(String file, String text, Path folder, Problems problems) throws JobFileException {
      return KestrelReader.read(file, text, folder, problems);
    }
  };

  private static final Pattern SECTION = Pattern.compile("\\[\\s*[A-Za-z][A-Za-z0-9_ -]*\\]");

  abstract JobFile read(String file, String text, Path folder, Problems problems)
      throws JobFileException;

  /** Empty for what is none of these. */
  static Optional<ScriptFormat> of(byte[] start) {
    int mark = SourceText.hasMark(start) ? 3 : 0;
    String text = new String(start, mark, start.length - mark, StandardCharsets.ISO_8859_1);
    if (text.startsWith("#!")) {
      // A job file may be made executable, with a first line that starts Windhover.
      return text.lines().findFirst().orElse("").contains("windhover")
          ? Optional.empty()
          : Optional.of(SBATCH);
    }
    if (text.lines()
        .takeWhile(line -> line.isBlank() || line.startsWith("#"))
        .anyMatch(SbatchLines::isDirective)) {
      return Optional.of(SBATCH);
    }
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith(";"))
        .findFirst()
        .filter(line -> SECTION.matcher(line).matches())
        .map(line -> KESTREL);
  }
}
