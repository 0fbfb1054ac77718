package io.windhover.workload;

/**
 * One option of a script's {@code #SBATCH} lines.
 *
 * @param name the long name, without dashes, whichever was written
 * @param value empty when the option has none
 */
record SbatchOption(int line, String name, String value) {
  /** As it stands in complaints. */
  String field() {
    return "--" + name;
  }
}
