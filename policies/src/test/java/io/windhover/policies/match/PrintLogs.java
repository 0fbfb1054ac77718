package io.windhover.policies.match;

import io.windhover.core.policy.Policy;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.testkit.Runs;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Prints the decision logs of many seeds: the program that two JVMs run. */
public final class PrintLogs {
  private PrintLogs() {}

  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (long seed = 1; seed <= Long.parseLong(args[0]); seed++) {
      out.println("seed " + seed);
      Policy policy =
          new Match(seed % 2 == 0 ? Match.Impossible.WAITS : Match.Impossible.IS_REFUSED);
      Runs.of(policy, RandomStories.restless(seed)).log().forEach(out::println);
    }
    out.flush();
  }
}
