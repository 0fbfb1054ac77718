package io.windhover.workload;

/**
 * Makes one command of a whole script, so that it runs where its file is not. The script is put
 * into a temporary file for as long as it runs, because it may well read its own text, its name or
 * its standard input; its first line says what runs it, as the kernel would read it.
 */
final class CarriedScript {
  private CarriedScript() {}

  /** What the first line of a script names: a program, and at most one argument. */
  record Interpreter(String program, String argument) {
    /** Empty program when there is none. */
    static Interpreter of(String firstLine) {
      String line = firstLine.startsWith("#!") ? firstLine.substring(2).strip() : "";
      int end = 0;
      while (end < line.length() && line.charAt(end) != ' ' && line.charAt(end) != '\t') {
        end++;
      }
      return new Interpreter(line.substring(0, end), line.substring(end).strip());
    }

    private String words() {
      String first = ShellWords.literal(program);
      return argument.isEmpty() ? first : first + " " + ShellWords.literal(argument);
    }
  }

  /**
   * The command.
   *
   * @param setUp lines for sh that come first; in them, {@code {index}} means the task's index
   * @param script in which nothing is replaced
   */
  static String command(String setUp, String script, Interpreter interpreter) {
    return setUp
        + """
        windhover_script=$(mktemp "${TMPDIR:-/tmp}/windhover.XXXXXXXX") || exit 126
        trap 'rm -f "$windhover_script"' EXIT
        trap 'exit 129' HUP
        trap 'exit 130' INT
        trap 'exit 143' TERM
        """
        + "printf %s "
        + ShellWords.literal(script)
        + " >\"$windhover_script\" || exit 126\n"
        + interpreter.words()
        + " \"$windhover_script\"\n";
  }
}
