package io.windhover.policies.harvest.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RoomTest {
  private static final int END = 60;

  /** The same staircase with a place for every millisecond, the last of which lasts for ever. */
  private static final class Plain {
    final int[] free = new int[END + 1];

    void add(long from, long to, int cores) {
      for (int i = (int) from; i < Math.min(to, END + 1); i++) {
        free[i] += cores;
      }
    }

    long startMillis(int cores, long forMillis) {
      for (int start = 0; start <= END; start++) {
        int until = start;
        while (until <= END && free[until] >= cores) {
          until++;
        }
        if (until > END || until - start >= forMillis) {
          return until > start ? start : Room.NEVER;
        }
      }
      return Room.NEVER;
    }
  }

  @Test
  void hasRoomWhenCountingEveryMillisecondSaysSo() {
    for (long seed = 1; seed <= 500; seed++) {
      SplittableRandom chance = Chance.stream(seed, "room", 0);
      int now = chance.nextInt(-2, 6);
      Room room = new Room(now, 0);
      Plain plain = new Plain();
      plain.add(0, END + 1, now);
      for (int i = chance.nextInt(12); i > 0; i--) {
        int cores = chance.nextInt(1, 4);
        long at = chance.nextBoolean() ? 0 : chance.nextInt(END / 2);
        if (chance.nextBoolean()) {
          long length = chance.nextInt(1, END / 2);
          room.take(at, length, cores, 0);
          plain.add(at, at + length, -cores);
        } else {
          int more = chance.nextInt(5) == 0 ? -cores : cores;
          room.change(at, more, 0);
          plain.add(at, END + 1, more);
        }
      }
      for (int cores = 1; cores <= 5; cores++) {
        for (long length : new long[] {1, 2, 5, 11, 29, 1000}) {
          long expected = plain.startMillis(cores, length);
          assertThat(room.startMillis(cores, 0, length)).as("seed %d", seed).isEqualTo(expected);
          assertThat(byWindows(room, cores, length)).as("seed %d", seed).isEqualTo(expected);
        }
      }
    }
  }

  private static long byWindows(Room room, int cores, long forMillis) {
    long[] found = {Room.NEVER};
    room.windows(
        cores,
        0,
        (start, over, upTo) -> {
          if (over < forMillis && forMillis <= upTo) {
            found[0] = start;
          }
        });
    return found[0];
  }
}
