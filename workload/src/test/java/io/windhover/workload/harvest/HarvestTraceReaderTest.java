package io.windhover.workload.harvest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.windhover.core.chance.Chance;
import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Hvm;
import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Problem;
import io.windhover.workload.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HarvestTraceReaderTest {
  private static final long GB = 1_000_000_000L;

  private static HarvestTrace read(String text, String... known) throws JobFileException {
    return HarvestTraceReader.read(text, List.of(known), new Problems("t.csv"));
  }

  private static List<String> problems(String text, String... known) {
    try {
      return fail("read " + read(text, known));
    } catch (JobFileException e) {
      return e.problems().stream().map(Problem::toString).toList();
    }
  }

  @Test
  void machinesGrowShrinkAndGo() throws Exception {
    HarvestTrace trace =
        read(
            """
            # two machines
            seconds,hvm,cores
            0,a,9
            0,b,3
            10.5,a,4
            20,b,0
            30,b,2
            40,a,4
            """);

    assertThat(trace)
        .isEqualTo(
            new HarvestTrace(
                List.of(
                    new Hvm("a", 4, 32 * GB, List.of(new Step(0, 9), new Step(10_500, 4))),
                    new Hvm(
                        "b",
                        2,
                        16 * GB,
                        List.of(new Step(0, 3), new Step(20_000, 0), new Step(30_000, 2)))),
                40_000));
  }

  @Test
  void minimumAndMemoryMayBeSaid() throws Exception {
    HarvestTrace trace = read("hvm,memory_gb,cores,minimum,seconds\na,7,5,3,0\na,,6,,1\n");

    assertThat(trace.hvms().get(0))
        .isEqualTo(new Hvm("a", 3, 7 * GB, List.of(new Step(0, 5), new Step(1000, 6))));
  }

  @Test
  void whatIsWrongIsSaidWithItsLine() {
    assertThat(problems("seconds,hvm,cores\n5,a,4\n4,a,5\n5,b,3\n5,b,2\n"))
        .containsExactly(
            "t.csv:3: seconds: 4 of \"a\" is not after 5 on line 2; expected a later time",
            "t.csv:5: seconds: 5 of \"b\" is not after 5 on line 4; expected a later time");
    assertThat(problems("seconds,hvm,cores\n1,a,-4\n-1,a,2\nsoon,a,2\n2,a,two\n3,,1\n4,a\n"))
        .containsExactly(
            "t.csv:2: cores: -4 is negative; expected a whole number from 0 to 100,000",
            "t.csv:3: seconds: -1 is before the beginning; expected 0 or later",
            "t.csv:4: seconds: \"soon\" is not a number; expected seconds, like 750 or 12.5",
            "t.csv:5: cores: \"two\" is not a whole number; expected a whole number from 0 to"
                + " 100,000",
            "t.csv:6: hvm: is missing; expected the name of a harvest machine",
            "t.csv:7: cores: is missing; expected a whole number from 0 to 100,000");
    assertThat(problems("seconds,hvm,cores\n0,hvm1,4\n1,hvn1,5\n", "hvm1", "hvm2"))
        .singleElement()
        .asString()
        .startsWith("t.csv:3: hvm: unknown harvest machine \"hvn1\"; ");
    assertThat(problems("seconds,hvm,cores\n1,a,0\n"))
        .containsExactly(
            "t.csv:2: hvm: \"a\" is evicted but was never there; expected a line with cores before"
                + " this one");
    assertThat(problems("seconds,hvm,cores,minimum\n1,a,5,4\n2,a,3,\n"))
        .containsExactly(
            "t.csv:3: cores: 3 is below the minimum of \"a\", 4; expected 0 for an eviction");
    assertThat(problems("seconds,hvm,cores,minimum\n1,a,5,4\n2,a,6,2\n"))
        .containsExactly(
            "t.csv:3: minimum: 2, but \"a\" had 4 before; expected one for each machine");
    assertThat(problems("seconds,hvm,cores,hvm\n0,a,1,b\n"))
        .containsExactly("t.csv:1: hvm: is there twice; expected every column once");
    assertThat(problems("seconds,vm,cores\n0,a,1\n"))
        .containsExactly(
            "t.csv:1: hvm: is not among the columns \"seconds,vm,cores\"; expected a header:"
                + " seconds,hvm,cores");
    assertThat(problems(""))
        .containsExactly("t.csv:1: the file is empty; expected a header: seconds,hvm,cores");
    assertThat(problems("seconds,hvm,cores\n"))
        .containsExactly(
            "t.csv:1: there is no line after the header; expected one for each change");
  }

  @Test
  void numbersBeyondAllMeasureAreNumbers() {
    assertThat(
            problems(
                "seconds,hvm,cores\n12345678901,a,4\n0.12345,a,4\n1,a,99999999999\n2,a,200000\n"))
        .containsExactly(
            "t.csv:2: seconds: \"12345678901\" is too late; expected seconds, up to 999,999,999",
            "t.csv:3: seconds: \"0.12345\" is too fine; expected seconds, up to 3 digits after the"
                + " point",
            "t.csv:4: cores: \"99999999999\" has too many digits; expected a whole number from 0 to"
                + " 100,000",
            "t.csv:5: cores: 200000 is too many; expected a whole number from 0 to 100,000");
  }

  @Test
  void whatIsWrittenReadsBackTheSame() throws Exception {
    for (long seed = 0; seed < 200; seed++) {
      HarvestTrace trace = random(seed);
      assertThat(read(HarvestTraceText.of(trace))).as("seed %d", seed).isEqualTo(trace);
    }
  }

  /** Characters of a good file are lost, doubled and changed: it reads, or a line is named. */
  @Test
  void aDamagedFileIsReadOrAnswered() {
    String marks = "0123456789,-.\n\r\"#;ax\u0000é ";
    int broken = 0;
    for (long seed = 0; seed < 2000; seed++) {
      SplittableRandom chance = Chance.stream(seed, "damage", 0);
      var text = new StringBuilder(HarvestTraceText.of(random(seed % 50)));
      for (int i = 1 + chance.nextInt(4); i > 0; i--) {
        int at = chance.nextInt(text.length());
        char mark = marks.charAt(chance.nextInt(marks.length()));
        switch (chance.nextInt(3)) {
          case 0 -> text.deleteCharAt(at);
          case 1 -> text.insert(at, mark);
          default -> text.setCharAt(at, mark);
        }
      }
      try {
        read(text.toString());
      } catch (JobFileException e) {
        broken++;
        assertThat(e.problems())
            .as("seed %d", seed)
            .allSatisfy(p -> assertThat(p.toString()).startsWith("t.csv").doesNotContain("\n"));
      }
    }
    assertThat(broken).isBetween(200, 1990);
  }

  private static HarvestTrace random(long seed) {
    SplittableRandom chance = Chance.stream(seed, "trace", 0);
    List<Hvm> hvms = new ArrayList<>();
    long end = 0;
    for (int h = 1 + chance.nextInt(4); h > 0; h--) {
      int minimum = 1 + chance.nextInt(8);
      List<Step> steps = new ArrayList<>();
      long at = chance.nextInt(5000);
      int cores = 0;
      for (int s = 1 + chance.nextInt(6); s > 0; s--) {
        int next = steps.isEmpty() || chance.nextInt(5) > 0 ? minimum + chance.nextInt(9) : 0;
        if (next != cores) {
          steps.add(new Step(at, next));
          cores = next;
        }
        end = Math.max(end, at);
        at += 1 + chance.nextInt(100_000);
      }
      hvms.add(new Hvm("h" + h, minimum, chance.nextInt(99) * GB, steps));
    }
    return new HarvestTrace(inOrderOfArrival(hvms), end);
  }

  /** A file lists machines in the order in which they come. */
  private static List<Hvm> inOrderOfArrival(List<Hvm> hvms) {
    return hvms.stream()
        .sorted((a, b) -> Long.compare(a.steps().get(0).atMillis(), b.steps().get(0).atMillis()))
        .toList();
  }
}
