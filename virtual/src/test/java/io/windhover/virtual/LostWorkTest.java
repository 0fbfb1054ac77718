package io.windhover.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import io.windhover.policies.PolicyRegistry;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.LeasedMachines;
import io.windhover.simulator.Story;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How much work is lost: a task that saves every minute loses a minute and the dump at most,
 * whatever befalls its machine, and goes on elsewhere from what it has saved.
 */
class LostWorkTest {
  private static final long MINUTE = 60_000;
  private static final long WORK_MILLIS = 20 * MINUTE;
  private static final long BLOW_MILLIS = 11 * MINUTE + 17_345;
  private static final long DUMP_MILLIS = 2_000;

  private final Path folder = FastStores.folder();

  @AfterEach
  void deleteFolder() throws IOException {
    Files.delete(folder);
  }

  /** What befalls the first machine. */
  enum Blow {
    FREEZES_FOR_LONG {
      @Override
      List<MachineChange> at(int machine) {
        return List.of(new MachineChange.Hibernated(machine));
      }
    },
    IS_KILLED {
      @Override
      List<MachineChange> at(int machine) {
        return List.of(new MachineChange.Lost(machine, "taken"));
      }
    },
    HAS_TWO_MINUTES {
      @Override
      List<MachineChange> at(int machine) {
        return List.of(new MachineChange.Notice(machine, BLOW_MILLIS + 2 * MINUTE, Coming.ENDED));
      }

      @Override
      long endMillis() {
        return BLOW_MILLIS + 2 * MINUTE;
      }
    },
    HAS_NO_TIME {
      @Override
      List<MachineChange> at(int machine) {
        return List.of(
            new MachineChange.Notice(machine, BLOW_MILLIS, Coming.ENDED),
            new MachineChange.Lost(machine, "taken"));
      }
    };

    abstract List<MachineChange> at(int machine);

    /** When the machine is gone, if that is later than the blow. */
    long endMillis() {
      return BLOW_MILLIS;
    }
  }

  /** Machines come after five seconds and stay, but for the first one. */
  private static final class OneBlow implements Cloud {
    private final Blow blow;
    private final List<Long> moments = new ArrayList<>();

    OneBlow(Blow blow) {
      this.blow = blow;
      moments.add(BLOW_MILLIS);
      if (blow.endMillis() > BLOW_MILLIS) {
        moments.add(blow.endMillis());
      }
    }

    @Override
    public OptionalLong launchMillis(Offer offer, int machine, long nowMillis) {
      return OptionalLong.of(5_000);
    }

    @Override
    public long refusalMillis() {
      return 5_000;
    }

    @Override
    public long dumpMillis(long memoryBytes) {
      return DUMP_MILLIS;
    }

    @Override
    public long nextMillis() {
      return moments.isEmpty() ? NEVER_MILLIS : moments.get(0);
    }

    @Override
    public List<Event> happen(long nowMillis, LeasedMachines machines) {
      long moment = moments.remove(0);
      if (machines.machine(1).isEmpty()) {
        return List.of();
      }
      return List.copyOf(
          moment == BLOW_MILLIS ? blow.at(1) : List.of(new MachineChange.Lost(1, "taken")));
    }
  }

  @ParameterizedTest
  @EnumSource(Blow.class)
  void aMinuteAndTheDumpAtMost(Blow blow) {
    FastStores stores = new FastStores(folder, 1);
    var pool =
        new VirtualPool(
            new Story(List.of(new Happening.JobArrives(0, job())), Fate.asEstimated()),
            LostWorkTest::policy,
            stores,
            Misfortune.NONE,
            Renting.PLAIN_OFFERS,
            new OneBlow(blow));
    pool.play(10 * 60 * MINUTE);
    assertThat(pool.world().job(1).groups().get(0).succeeded()).isTrue();
    List<String> log = pool.log();
    long attempts = log.stream().filter(line -> line.contains("started 1/0#")).count();
    assertThat(attempts).as("attempts of %s", log).isEqualTo(2);
    long ranBefore = blow.endMillis() - momentOf(log, "started 1/0#1") - dumps(log, 1);
    long ranAfter =
        momentOf(log, "finished 1/0#2") - momentOf(log, "started 1/0#2") - dumps(log, 2);
    long lost = ranBefore + ranAfter - WORK_MILLIS;
    System.out.printf("%s: %,d ms lost%n", blow, lost);
    assertThat(lost).isBetween(0L, MINUTE + DUMP_MILLIS);
    pool.close();
    stores.delete();
  }

  /** It asks for no checkpoints of its own, so the task's own are all there is. */
  private static Policy policy() {
    return PolicyRegistry.make(
        "hads", new TreeMap<>(Map.of("checkpoint-overhead", "0")), Machines.COME_AND_GO);
  }

  private static JobSpec job() {
    TaskGroup group =
        new TaskGroup(
            "long",
            1,
            new Script(List.of("true"), "", new TreeMap<>()),
            "long",
            new Need(List.of(), 1, 1_000_000),
            List.of(),
            new RuntimeEstimate(WORK_MILLIS, new TreeMap<>()),
            0,
            true,
            0,
            0,
            MINUTE);
    return new JobSpec("one", "/", new Deadline.Within(120 * MINUTE), false, List.of(group));
  }

  private static long momentOf(List<String> log, String fact) {
    String line = log.stream().filter(l -> l.contains(fact)).findFirst().orElseThrow();
    Matcher moment = Pattern.compile("@([0-9]+)").matcher(line);
    assertThat(moment.find()).isTrue();
    return Long.parseLong(moment.group(1));
  }

  private static long dumps(List<String> log, int attempt) {
    return DUMP_MILLIS
        * log.stream().filter(l -> l.contains("checkpoint 1/0#" + attempt + " at ")).count();
  }
}
