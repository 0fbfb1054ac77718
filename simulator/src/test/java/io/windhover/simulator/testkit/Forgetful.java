package io.windhover.simulator.testkit;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Event;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;

/**
 * A policy that loses its memory at moments that the seed chooses: it was written down, and what is
 * read again is damaged, or another's.
 */
final class Forgetful implements Policy {
  private final Policy policy;
  private final long seed;

  Forgetful(Policy policy, long seed) {
    this.policy = policy;
    this.seed = seed;
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    Decision decision = policy.decide(world, batch);
    SplittableRandom chance = Chance.stream(seed, "forgets", world.nowMillis());
    return chance.nextInt(4) == 0
        ? new Decision(decision.actions(), decision.reasons(), lost(decision.memory(), chance))
        : decision;
  }

  private Memory lost(Memory memory, SplittableRandom chance) {
    String written = memory.encoded();
    if (written.isEmpty()) {
      return Memory.NONE;
    }
    String damaged = damaged(written, chance);
    Memory read = policy.recall(damaged);
    if (read != Memory.NONE) {
      throw new AssertionError("recalled of\n" + damaged + "where there was\n" + written);
    }
    return read;
  }

  private static String damaged(String written, SplittableRandom chance) {
    int place = chance.nextInt(written.length());
    String heading = written.substring(0, written.indexOf('\n') + 1);
    String lines = written.substring(heading.length());
    return switch (chance.nextInt(5)) {
      case 0 -> written.substring(0, place);
      case 1 -> {
        char flipped = (char) (written.charAt(place) ^ (1 << chance.nextInt(7)));
        yield written.substring(0, place) + flipped + written.substring(place + 1);
      }
      case 2 -> heading.replaceFirst("\t[^\t]*\t", "\tanother\t") + lines;
      case 3 -> heading.replaceFirst("\t(\\d+)\t", "\t1$1\t") + lines;
      default -> lines; // as builds wrote it before there were headings
    };
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public SortedSet<Trait> traits() {
    return policy.traits();
  }

  @Override
  public int liveAttemptsMax() {
    return policy.liveAttemptsMax();
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return policy.explain(world);
  }

  @Override
  public Memory recall(String encoded) {
    return policy.recall(encoded);
  }
}
