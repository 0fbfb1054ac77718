package io.windhover.workload;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Reads job files that a test has at hand as text. */
final class Sample {
  /** The example of the job file's description, all fields but the variables of a task. */
  static final String SWEEP =
      """
      name: sweep
      deadline: 35m                 # from submission
      policy: {name: match}
      env: {MODE: fast}
      tasks:
        - name: point
          count: 1000               # an array: point/0 ... point/999
          command: ./simulate.sh --seed {index}
          kind: simulate
          requires: [linux, python3]
          cores: 1
          memory: 200MB
          runtime: {c3.large: 3m, c4.large: 2m40s}
          priority: 0
          interruptible: true
          retries: 2
          timeout: 10m
          cleanup: rm -rf scratch
          checkpoint: {every: 5m}
        - name: merge
          after: [point]
          command: ./merge.sh
      """;

  private Sample() {}

  static JobFile read(String text) throws JobFileException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  static JobFile read(byte[] bytes) throws JobFileException {
    return JobFileReader.read("job.yaml", new ByteArrayInputStream(bytes), Path.of("/jobs"));
  }

  /** The lines that a user would see. */
  static List<String> complaints(String text) {
    return complaints(text.getBytes(StandardCharsets.UTF_8));
  }

  static List<String> complaints(byte[] bytes) {
    try {
      read(bytes);
      return List.of();
    } catch (JobFileException e) {
      return e.problems().stream().map(Problem::toString).toList();
    }
  }
}
