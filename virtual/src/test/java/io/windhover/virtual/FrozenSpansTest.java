package io.windhover.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.policies.PolicyRegistry;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.LeasedMachines;
import io.windhover.simulator.Story;
import io.windhover.store.Store.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A machine that freezes with a task of two minutes on it, ten seconds before the task would end.
 * Within the trigger of hads, the last moment at which the task could be moved and still be in
 * time, the task goes on where it was; beyond it the task is done elsewhere, and what the machine
 * says when it is back changes nothing.
 */
class FrozenSpansTest {
  private static final long SECOND = 1_000;
  private static final long FROZEN_AT_MILLIS = 115 * SECOND;

  private final Path folder = FastStores.folder();

  @AfterEach
  void deleteFolder() throws IOException {
    Files.delete(folder);
  }

  /** Freezes every spot machine there is at one moment, and thaws it later. */
  private static final class OneFreeze implements Cloud {
    private final long thawsAtMillis;
    private final List<Integer> frozen = new ArrayList<>();
    private long nextMillis = FROZEN_AT_MILLIS;

    OneFreeze(long spanMillis) {
      this.thawsAtMillis = FROZEN_AT_MILLIS + spanMillis;
    }

    @Override
    public OptionalLong launchMillis(Offer offer, int machine, long nowMillis) {
      return OptionalLong.of(offer.startUpMillis());
    }

    @Override
    public long refusalMillis() {
      return 0;
    }

    @Override
    public long dumpMillis(long memoryBytes) {
      return 0;
    }

    @Override
    public long nextMillis() {
      return nextMillis;
    }

    @Override
    public List<Event> happen(long nowMillis, LeasedMachines machines) {
      List<Event> events = new ArrayList<>();
      if (nextMillis == FROZEN_AT_MILLIS) {
        machines.all().forEach(machine -> frozen.add(machine.id()));
        frozen.forEach(id -> events.add(new MachineChange.Hibernated(id)));
        nextMillis = thawsAtMillis;
      } else {
        machines.all().stream()
            .filter(machine -> frozen.contains(machine.id()))
            .forEach(machine -> events.add(new MachineChange.Resumed(machine.id())));
        nextMillis = Long.MAX_VALUE;
      }
      return events;
    }
  }

  private static Story story(long deadlineSeconds) {
    var group =
        new TaskGroup(
            "t",
            1,
            Script.NONE,
            "",
            new Need(List.of(), 1, 0),
            List.of(),
            new RuntimeEstimate(120 * SECOND, new TreeMap<>()),
            0,
            false,
            0,
            0,
            0);
    var deadline = new Deadline.Within(deadlineSeconds * SECOND);
    // Submitted when it is known what can be rented.
    var job =
        new Happening.JobArrives(SECOND, new JobSpec("j", "/", deadline, false, List.of(group)));
    return new Story(List.of(job), Fate.asEstimated());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 900, 1", //
    "30, 900, 1",
    "300, 900, 1",
    "30, 265, 2",
    "300, 265, 2",
    "3000, 265, 2"
  })
  void withinTheTriggerATaskGoesOnAndBeyondItIsDoneElsewhereOnce(
      long frozenSeconds, long deadlineSeconds, int starts) {
    FastStores stores = new FastStores(folder, frozenSeconds);
    Story story = story(deadlineSeconds);
    var settings = new TreeMap<>(Map.of("alpha", "10s"));
    VirtualPool pool =
        new VirtualPool(
            story,
            () -> PolicyRegistry.make("hads", settings, Machines.COME_AND_GO),
            stores,
            Misfortune.NONE,
            Renting.PLAIN_OFFERS,
            new OneFreeze(frozenSeconds * SECOND));

    pool.play(36_000 * SECOND);

    assertThat(pool.deeds().wrongs()).isEmpty();
    assertThat(pool.deeds().starts()).as("%s", pool.log()).isEqualTo(starts);
    List<String> outcomes = new ArrayList<>();
    List<Long> endedMillis = new ArrayList<>();
    pool.store()
        .results(
            result -> {
              outcomes.add(result.outcome());
              endedMillis.add(result.endedAtMillis());
            });
    assertThat(outcomes.stream().filter(Result.SUCCEEDED::equals)).hasSize(1);
    int success = outcomes.indexOf(Result.SUCCEEDED);
    assertThat(endedMillis.get(success)).isLessThanOrEqualTo((deadlineSeconds + 1) * SECOND);
    assertThat(pool.world().machines()).isEmpty();
    assertThat(pool.world().endingLeases()).isEmpty();
    pool.close();
    stores.delete();
  }
}
