package io.windhover.workload;

/**
 * One thing that is wrong with a job file, said in one line.
 *
 * @param line counted from 1; 0 when the file as a whole is meant
 * @param field where in the file, such as {@code tasks[0].memory}; may be empty
 * @param message what is wrong and what was expected
 */
public record Problem(String file, int line, String field, String message) {
  /** The line people see: {@code FILE:LINE: FIELD: what is wrong, what was expected}. */
  @Override
  public String toString() {
    var text = new StringBuilder(Shown.oneLine(file));
    if (line > 0) {
      text.append(':').append(line);
    }
    text.append(": ");
    if (!field.isEmpty()) {
      text.append(field).append(": ");
    }
    return text.append(message).toString();
  }
}
