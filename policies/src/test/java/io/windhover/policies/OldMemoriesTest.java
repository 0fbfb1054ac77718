package io.windhover.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Memories as earlier builds wrote them, each policy in a form of its own: nobody reads them. */
class OldMemoriesTest {
  private static final List<String> OLD =
      List.of(
          "7",
          "queue 3 1/7,2/0 c3.large on demand\nqueue 4 - \nshut 60000 c4.large spot\n",
          "d1 on-demand machines in use\ng0 long tasks\ns7 1/4,2/0 large/on-demand\n",
          "launches\t0\t0\tfalse\ntally\tstealCalls\t2\nbag\t1\t7200000\t10\nalarm\t900000\t1\n",
          "window 86400000\nhistory 5:70sg|0:10 5:70\nepoch -1\ntook 5 :kind\nmachine 1 2 0 grew\n",
          "wake -1\njob 1 0 flows calm 0 0 as-is 0 600000 @0@0\nvm 1 0 -1 -1 up 0\n",
          "cast 3\nnext 0\nmargins 0 0\nstanding 0.0 0.0 0\nrule 0 7\nlate 0\n");

  @Test
  void areDropped() {
    for (String name : PolicyRegistry.namesForUse()) {
      Policy policy =
          PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO);
      for (String text : OLD) {
        assertThat(policy.recall(text)).as("%s, %s", name, text).isSameAs(Memory.NONE);
      }
    }
  }
}
