package io.windhover.manager;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Limits;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Reason;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One of everything that a journal can hold. */
final class Samples {
  private static final AttemptId ATTEMPT = new AttemptId(new TaskId(37, 99), 2);
  private static final MachineSpec MACHINE =
      new MachineSpec("m", "c3.large", List.of("linux", "python3"), 2, 4_000_000_000L, 105_000_000);

  private Samples() {}

  private static final Offer OFFER =
      new Offer(
          "spot",
          Market.SPOT,
          new MachineSpec("spot", "c3.large", List.of("linux"), 2, 4_000_000_000L, 30_000_000),
          8,
          20,
          1.5,
          60_000,
          Billing.BY_USE.repricing());

  static List<Event> events() {
    return List.of(
        new Event.JobSubmitted(1, job(new Deadline.None())),
        new Event.JobSubmitted(2, job(new Deadline.Within(2_100_000))),
        new Event.JobSubmitted(3, job(new Deadline.At(1_800_000_000_000L))),
        new Event.JobCancelled(1),
        new Event.RetryRequested(1, true),
        new MachineChange.Ready(1, MACHINE),
        new MachineChange.Hibernated(1),
        new MachineChange.Resumed(1),
        new MachineChange.Resized(1, 1, 2_000_000_000L),
        new MachineChange.Notice(1, 1_800_000_000_000L),
        new MachineChange.Lost(1, "silent for 30 s"),
        new MachineChange.Relabelled(1, List.of("gpu", "linux")),
        new MachineChange.Drained(1, true),
        new MachineChange.Busy(1, true),
        new MachineChange.CleanupEnded(1, ATTEMPT),
        new MachineChange.LaunchRefused(2, "no spot capacity"),
        new Event.AttemptStarted(ATTEMPT),
        new Event.AttemptCheckpointed(ATTEMPT, 60_000),
        new Event.AttemptCleansUp(ATTEMPT),
        new Event.AttemptFinished(ATTEMPT, 61_000),
        new Event.AttemptFailed(ATTEMPT, new Failure.Exited(3), 5),
        new Event.AttemptFailed(ATTEMPT, new Failure.TimedOut(), 5),
        new Event.AttemptFailed(ATTEMPT, new Failure.NotStarted("no such folder"), 5),
        new Event.AttemptFailed(ATTEMPT, new Failure.Stopped(), 5),
        new Event.AttemptFailed(ATTEMPT, new Failure.NoRoom("busy"), 5),
        new Event.PriceChanged("spot", 31_000_000),
        new Event.TimerFired(1_800_000_000_000L),
        new Event.JobAmended(1, 4, job(new Deadline.None())),
        new Event.RetryRequested(1, true, "point/7"),
        new MachineChange.Ready(1, MACHINE, 1_799_999_999_000L),
        new MachineChange.Hibernated(1, 1_800_000_000_000L),
        new MachineChange.Resumed(1, 1_800_000_000_000L),
        new MachineChange.Away(1),
        new MachineChange.Back(1),
        new MachineChange.Notice(1, 1_800_000_000_000L, MachineChange.Coming.HIBERNATED),
        new MachineChange.Lost(1, "silent for 30 s", true),
        new MachineChange.LeaseEnded(1, 1_799_999_999_000L, 1_800_000_000_000L, 500),
        new MachineChange.LeaseEnded(1, 1_799_999_999_000L, 1_800_000_000_000L, 500, 70),
        new Event.OffersChanged(List.of(OFFER)),
        new Event.LimitsChanged(new Limits(5_000_000_000L, 1_000_000_000L, 8, 3_600_000)),
        new Event.JobForgotten(1),
        new Event.JobSubmitted(4, job(new Deadline.None()).saved()),
        new MachineChange.MeterStarted(2, 1_799_999_999_000L));
  }

  static List<Action> actions() {
    return List.of(
        new Action.Launch(2, "spot"),
        new Action.Release(2),
        new Action.Drain(2),
        new Action.Assign(ATTEMPT, 2),
        new Action.Stop(ATTEMPT),
        new Action.Checkpoint(ATTEMPT),
        new Action.WakeAt(1_800_000_000_000L),
        new Action.Reject(1, new Reason.NobodyOffers(1, 0, 7, List.of("gpu"))),
        new Action.Reject(1, new Reason.TooLarge(1, 0, 7, need(), 2, 4_000_000_000L)),
        new Action.Reject(1, new Reason.NoRoomNow(1, 0, 7, 2)),
        new Action.Reject(1, new Reason.NoMachines(1, 0, 7)),
        new Action.Reject(1, new Reason.ComesAfter(1, 1, 1, List.of("point"))),
        new Action.Reject(1, new Reason.DeadlineImpossible(1, 1_000, 2_000)),
        new Action.Reject(1, new Reason.Throttled(1, 0, 7, 2)),
        new Action.Reject(1, new Reason.SourceFails(1, 0, 7, "the survey failed: 403")));
  }

  private static Need need() {
    return new Need(List.of("gpu", "linux"), 8, 200_000_000);
  }

  static JobSpec job(Deadline deadline) {
    var script =
        new Script(
            List.of("./simulate \"a b\" 'ü😀'\n\t{index}"),
            "rm -rf scratch",
            new TreeMap<>(Map.of("MODE", "fast")));
    var group =
        new TaskGroup(
            "point",
            1_000,
            script,
            "simulate",
            need(),
            List.of(),
            new RuntimeEstimate(180_000, new TreeMap<>(Map.of("c3.large", 160_000L))),
            5,
            false,
            2,
            600_000,
            300_000);
    var merge =
        new TaskGroup(
            "merge",
            1,
            Script.NONE,
            "merge",
            new Need(List.of(), 1, 0),
            List.of(0),
            RuntimeEstimate.UNKNOWN,
            0,
            true,
            0,
            0,
            0);
    return new JobSpec("sweep", "/home/me/sweep", deadline, true, List.of(group, merge));
  }
}
