package io.windhover.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes the options out of a script's {@code #SBATCH} lines as sbatch does: up to the first line
 * that is neither blank nor a comment, several to a line, with quotes.
 */
final class SbatchLines {
  static final String MARK = "#SBATCH";

  private final Problems problems;
  private final List<Problem> notes;
  private final String file;
  private final List<SbatchOption> options = new ArrayList<>();

  private SbatchLines(String file, Problems problems, List<Problem> notes) {
    this.file = file;
    this.problems = problems;
    this.notes = notes;
  }

  /** The options in order; those that are not known are complained about and left out. */
  static List<SbatchOption> read(
      List<String> lines, String file, Problems problems, List<Problem> notes) {
    var reader = new SbatchLines(file, problems, notes);
    boolean commands = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      commands |= !line.isBlank() && !line.startsWith("#");
      if (line.startsWith("#PBS ") && !commands) {
        reader.note(i + 1, "#PBS", "is not read; expected " + MARK);
      }
      if (isDirective(line)) {
        if (commands) {
          reader.note(i + 1, MARK, "comes after the first command and has no effect, as in sbatch");
        } else {
          reader.take(line.substring(MARK.length()), i + 1);
        }
      }
    }
    return reader.options;
  }

  /** A longer word that starts alike is a comment. */
  static boolean isDirective(String line) {
    return line.startsWith(MARK)
        && (line.length() == MARK.length() || " \t-".indexOf(line.charAt(MARK.length())) >= 0);
  }

  private void note(int line, String field, String message) {
    if (notes.size() < JobFileException.PROBLEMS_MAX) {
      notes.add(new Problem(file, line, field, message));
    }
  }

  private void take(String text, int line) {
    List<String> words = words(text, line);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("hetjob") || word.equals("packjob") || word.equals(":")) {
        problems.add(line, MARK, "jobs of several kinds cannot be done here; expected one kind");
        return;
      }
      if (!word.startsWith("-") || word.length() < 2) {
        problems.add(line, MARK, Shown.quoted(word) + " is no option; expected one like --array");
        return;
      }
      i += option(word, i + 1 < words.size() ? words.get(i + 1) : "", i + 1 < words.size(), line);
    }
  }

  /** Takes one option and answers how many of the words after it belong to it. */
  private int option(String word, String next, boolean hasNext, int line) {
    boolean isLong = word.startsWith("--");
    int equals = word.indexOf('=');
    String name = isLong ? word.substring(2, equals < 0 ? word.length() : equals) : word;
    Optional<SbatchTable.Known> found =
        isLong ? SbatchTable.named(name) : SbatchTable.lettered(word.charAt(1));
    if (found.isEmpty()) {
      String shown = isLong ? "--" + Shown.field(name) : Shown.field(word.substring(0, 2));
      String hint = isLong ? problems.hint(name, SbatchTable.names()) : "";
      problems.add(line, shown, "is not an option of sbatch" + hint);
      return isLong || word.length() > 2 || next.startsWith("-") ? 0 : 1;
    }
    SbatchTable.Known known = found.get();
    boolean attached = isLong ? equals >= 0 : word.length() > 2;
    String value = !attached ? "" : word.substring(isLong ? equals + 1 : 2);
    if (known.value() == SbatchTable.Value.NONE && attached) {
      problems.add(line, "--" + known.name(), "takes no value");
    }
    boolean takesNext = known.value() == SbatchTable.Value.NEEDED && !attached;
    String taken = takesNext ? next : value;
    if (known.value() == SbatchTable.Value.NEEDED && taken.isEmpty()) {
      problems.add(line, "--" + known.name(), "has no value; expected one");
    } else {
      judge(new SbatchOption(line, known.name(), taken), known);
    }
    return takesNext && hasNext ? 1 : 0;
  }

  private void judge(SbatchOption option, SbatchTable.Known known) {
    switch (known.fate()) {
      case USED -> options.add(option);
      case NOTED -> note(option.line(), option.field(), known.why());
      case REFUSED -> problems.add(option.line(), option.field(), known.why());
    }
  }

  /** Words between blanks, with quotes and backslashes as in a shell; a # begins a comment. */
  private List<String> words(String text, int line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0 && c == quote) {
        quote = 0;
      } else if (quote != 0) {
        word.append(c);
      } else if (c == '\'' || c == '"') {
        quote = c;
        inWord = true;
      } else if (c == '\\' && i + 1 < text.length()) {
        word.append(text.charAt(++i));
        inWord = true;
      } else if (c == ' ' || c == '\t') {
        if (inWord) {
          words.add(word.toString());
        }
        word.setLength(0);
        inWord = false;
      } else if (c == '#' && !inWord) {
        return words;
      } else {
        word.append(c);
        inWord = true;
      }
    }
    if (quote != 0) {
      problems.add(line, MARK, "a quote is not closed; expected another " + quote);
    } else if (inWord) {
      words.add(word.toString());
    }
    return words;
  }
}
