package io.windhover.policies.workflow.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import io.windhover.core.step.Scheduler;
import io.windhover.policies.workflow.GainWait;
import io.windhover.policies.workflow.SingleTask;
import io.windhover.policies.workflow.Workflow;
import io.windhover.policies.workflow.justintime.JustInTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tasks of ten minutes; six for a launch. After the first job, gain-wait is in charge. */
class EnsembleTest {
  private static final long MINUTE = 60_000;

  private static final Offer OFFER =
      new Offer(
          "one",
          Market.ON_DEMAND,
          new MachineSpec("one", "one", List.of(), 1, 0, 1_000_000_000),
          100,
          100,
          0,
          6 * MINUTE,
          Billing.perPeriod(60 * MINUTE));

  private final List<Standing> standings = new ArrayList<>();

  private final Policy policy =
      new Workflow(
          new Ensemble(
              new JustInTime(true, true),
              List.of(new GainWait()),
              (world, now, rehearsed, rivals, standing) -> {
                standings.add(standing);
                return 1;
              }));

  private final Scheduler scheduler = new Scheduler(policy, List.of(OFFER));

  private static JobSpec within(long minutes) {
    return inARow(1, minutes);
  }

  private static JobSpec inARow(int tasks, long minutes) {
    List<TaskGroup> groups = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      groups.add(
          SingleTask.of(
              "task " + i,
              List.of(),
              i == 0 ? List.of() : List.of(i - 1),
              new RuntimeEstimate(10 * MINUTE, new TreeMap<>())));
    }
    return new JobSpec("job", "", new Deadline.Within(minutes * MINUTE), false, groups);
  }

  private void submit(int job, long atMinute, JobSpec spec) {
    step(atMinute, new Event.JobSubmitted(job, spec));
  }

  private Decision step(long atMinute, Event event) {
    long sequence = scheduler.world().sequence() + 1;
    return scheduler.step(new Batch(sequence, atMinute * MINUTE, List.of(event)));
  }

  private String memory() {
    return scheduler.world().memory().encoded();
  }

  /** Nothing has run yet, so a fifth more is kept back of everything: 19.2 minutes. */
  @Test
  void aJobWithoutTimeForMarginsStaysWithOurs() {
    submit(1, 0, within(60));
    submit(2, 1, within(19));
    submit(3, 2, within(20));
    assertThat(memory()).contains("job\t3\t1\n").doesNotContain("job\t2\t1\n");
  }

  /** Twelve tasks are enough to know; each took three tenths more, and a worse one may come. */
  @Test
  void ofTasksInARowOthersKeepBackLessThanTheWorst() {
    assertThat(marginFor(inARow(12, 300), 12, 13)).isEqualTo(140_000); // 0.35 * 1.3 / root of 12
  }

  @Test
  void butAllOfItWhenAJobOfOneTaskComesToo() {
    assertThat(marginFor(within(300), 12, 13)).isEqualTo(350_000);
  }

  @Test
  void andAllThatIsFearedUntilEnoughHasBeenSeen() {
    assertThat(marginFor(inARow(12, 300), 4, 11)).isEqualTo(200_000);
  }

  /** What others keep back when a job comes after so many tasks in a row have taken so long. */
  private int marginFor(JobSpec last, int tasks, long minutesEach) {
    long minute = 1;
    submit(1, minute, inARow(12, 127));
    minute += 6;
    int machine = scheduler.world().nextMachineId() - 1;
    Decision decision = step(minute, new MachineChange.Ready(machine, OFFER.machine()));
    for (int done = 0; done < tasks; done++) {
      minute += minutesEach;
      decision = step(minute, new Event.AttemptFinished(assigned(decision), minutesEach * MINUTE));
    }
    submit(2, minute, last);
    return memory()
        .lines()
        .filter(line -> line.startsWith("margins\t"))
        .mapToInt(line -> Integer.parseInt(line.split("\t", -1)[1]))
        .findFirst()
        .orElseThrow();
  }

  private static AttemptId assigned(Decision decision) {
    return decision.actions().stream()
        .filter(Action.Assign.class::isInstance)
        .map(action -> ((Action.Assign) action).attempt())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void afterARefusedLaunchOthersAreTriedAnewBeforeTheyTakeOverAgain() {
    submit(1, 0, within(60));
    Standing standing = standings.get(0);
    standing.begin(100, false);
    standing.add(0, 100, 0.5);
    standing.expect(1e12, 100);
    submit(2, 1, within(20));
    int machine = scheduler.world().nextMachineId() - 1;
    step(2, new MachineChange.LaunchRefused(machine, "none left"));
    assertThat(standing.ratio(0)).isEqualTo(1);
    assertThat(memory()).contains("next\t0\n").doesNotContain("job\t2\t1\n");
    assertThat(new Auditions().next(scheduler.world(), 0, null, List.of(policy), standing))
        .isZero();
  }

  @Test
  void whatStandsIsReadAgainAsItWasWritten() {
    Standing standing = new Standing(2);
    standing.begin(7, false);
    standing.add(0, 7, 0.9);
    standing.add(1, 7, 1.3);
    standing.expect(2.5e9, 7);
    Standing read = new Standing(2);
    assertThat(MemoryReader.read(text(standing), "workflow", 1, read::take)).isTrue();
    assertThat(text(read)).isEqualTo(text(standing));
    assertThat(read.ratio(1)).isEqualTo(1.3);
    assertThat(read.toComeNanos()).isEqualTo(2.5e9);
  }

  private static String text(Standing standing) {
    MemoryWriter text = new MemoryWriter("workflow", 1);
    standing.write(text);
    return text.text();
  }

  /** As when a manager is upgraded: the world says enough. */
  @Test
  void whatAnotherVersionWroteIsNotRead() {
    String ledger = "tuning 1 1 0 6.0 0.0 true 0\n";
    String old = "cast 3\nnext 0\nmargins 0 0\nstanding 1.0 1.0 1\nrule 0 ";
    MemoryWriter strange = new MemoryWriter("workflow", 1);
    strange.line("next", 0).line("rule", 0, ledger);
    for (String text : List.of(old + ledger.length() + "\n" + ledger, strange.text())) {
      assertThat(policy.recall(text)).isSameAs(Memory.NONE);
    }
  }

  /** It is opened only with the world at hand, which here has no second job. */
  @Test
  void aMemoryThatDoesNotFitTheWorldIsNotRead() {
    submit(1, 0, within(60));
    submit(2, 1, within(19));
    Memory strange = policy.recall(memory());
    assertThat(strange.encoded()).isEqualTo(memory());
    Scheduler upgraded = new Scheduler(new Remembering(policy, strange), List.of(OFFER));
    upgraded.step(new Batch(1, 0, List.of(new Event.TimerFired(0))));
    Event urgent = new Event.JobSubmitted(1, within(16));
    assertThat(upgraded.step(new Batch(2, 1, List.of(urgent))).actions())
        .anyMatch(action -> action instanceof Action.Launch);
  }

  /** Begins with a memory. */
  private record Remembering(Policy inner, Memory memory) implements Policy {
    @Override
    public String name() {
      return inner.name();
    }

    @Override
    public SortedSet<Trait> traits() {
      return inner.traits();
    }

    @Override
    public Decision decide(WorldView world, List<Event> batch) {
      return world.memory() == Memory.NONE
          ? new Decision(List.of(), List.of(), memory)
          : inner.decide(world, batch);
    }

    @Override
    public List<Reason> explain(WorldView world) {
      return inner.explain(world);
    }

    @Override
    public Memory recall(String encoded) {
      return inner.recall(encoded);
    }
  }
}
