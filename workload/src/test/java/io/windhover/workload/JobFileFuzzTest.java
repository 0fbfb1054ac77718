package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Good files with bytes changed at random: each is a job or a list of one-line problems. */
class JobFileFuzzTest {
  private static final int MUTANTS =
      Math.max(10_000, Math.min(Integer.getInteger("seeds", 0), 200_000));

  private static final String JSON =
      """
      {"name": "sweep", "deadline": "1h30m", "policy": {"name": "bag", "zeal": 0.5},
       "env": {"A": "b", "C": 5},
       "tasks": [{"name": "a", "count": 10, "command": ["echo", "{index}", 5], "memory": "1GiB"},
                 {"name": "b", "after": ["a"], "command": "true", "runtime": {"c3.large": "3m"}}]}
      """;

  private static final String ANCHORS =
      """
      deadline: 2026-11-20T18:00:00Z
      tasks:
        - &first
          name: a
          command: >-
            echo "folded"
            text
          requires: &needs [linux]
        - {name: "b\\u0020", requires: *needs, env: {A: 'x', B: 0x1F}, after: [a, b]}
        - *first
        - ? name
          : c
      ...
      """;

  /** Pieces that mean something to a parser are likelier to hurt than any byte. */
  private static final List<String> PIECES =
      List.of(
          ": ",
          "- ",
          "\n",
          "\t",
          "{",
          "}",
          "[",
          "]",
          "\"",
          "'",
          "|",
          ">",
          "&a ",
          "*a ",
          "!!str ",
          "? ",
          "#",
          "---\n",
          "...",
          "%",
          "@",
          "~",
          "null",
          "\\",
          "\\u",
          "\\ud800",
          "\0",
          "\r",
          "\u0085",
          "\u2028",
          "1e9999999999",
          "-",
          "0x",
          ".inf",
          "<<: ",
          "<",
          "/>",
          "&x;",
          "<![CDATA[",
          "<!DOCTYPE x [",
          "NaN",
          "tasks:\n",
          "  ");

  @Test
  @Timeout(300)
  void noMutantBreaksTheReader() {
    List<String> seeds =
        List.of(Sample.SWEEP, JSON, ANCHORS, DaxReaderTest.DIAMOND, WfCommonsReaderTest.CHAIN);
    int good = 0;
    for (int seed = 0; seed < MUTANTS; seed++) {
      byte[] mutant = mutant(seeds.get(seed % seeds.size()), new Random(seed));
      try {
        JobFile file =
            seed % 10 == 9
                ? LinesReader.read("fuzz", new ByteArrayInputStream(mutant), Path.of("/jobs"))
                : Sample.read(mutant);
        assertThat(file.summary().tasks()).as("seed %d", seed).isPositive();
        good++;
      } catch (JobFileException e) {
        assertThat(e.problems()).as("seed %d", seed).isNotEmpty();
        for (Problem problem : e.problems()) {
          assertThat(problem.toString())
              .as("seed %d", seed)
              .doesNotContain("\n", "\r", "\0")
              .hasSizeLessThan(1_000);
        }
      } catch (RuntimeException | StackOverflowError e) {
        String text = new String(mutant, StandardCharsets.ISO_8859_1);
        throw new AssertionError("seed " + seed + ":\n" + text, e);
      }
    }
    assertThat(good).as("mutants that are still jobs").isBetween(MUTANTS / 20, MUTANTS);
  }

  private static byte[] mutant(String text, Random random) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes && bytes.length > 0; i++) {
      int at = random.nextInt(bytes.length);
      int end = Math.min(bytes.length, at + 1 + random.nextInt(20));
      byte[] piece =
          switch (random.nextInt(5)) {
            case 0 -> new byte[0];
            case 1 -> new byte[] {(byte) random.nextInt(256)};
            case 2 -> Arrays.copyOfRange(bytes, at, end);
            default -> PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
          };
      bytes = spliced(bytes, at, random.nextBoolean() ? at : end, piece, random.nextInt(3) + 1);
    }
    return bytes;
  }

  /** The bytes with those from start to end replaced by so many copies of the piece. */
  private static byte[] spliced(byte[] bytes, int start, int end, byte[] piece, int copies) {
    var out = new ByteArrayOutputStream();
    out.write(bytes, 0, start);
    for (int i = 0; i < copies; i++) {
      out.writeBytes(piece);
    }
    out.write(bytes, end, bytes.length - end);
    return out.toByteArray();
  }
}
