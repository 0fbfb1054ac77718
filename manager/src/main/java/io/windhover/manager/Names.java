package io.windhover.manager;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names by which the journal knows each kind of event, action, failure and reason. */
final class Names extends SimpleModule {
  private static final long serialVersionUID = 1;

  static final Map<Class<?>, Class<?>> MIXINS = mixins();

  Names() {
    addSerializer(AttemptId.class, new AttemptText.Writer());
    addDeserializer(AttemptId.class, new AttemptText.Reader());
  }

  private static Map<Class<?>, Class<?>> mixins() {
    Map<Class<?>, Class<?>> mixins = new LinkedHashMap<>();
    mixins.put(Event.class, Events.class);
    mixins.put(Action.class, Actions.class);
    mixins.put(Failure.class, Failures.class);
    mixins.put(Deadline.class, Deadlines.class);
    mixins.put(Reason.class, Reasons.class);
    mixins.put(Script.class, Placeholder.class);
    mixins.put(JobSpec.class, SavedJob.class);
    mixins.put(TaskGroup.class, YoungerFlow.class);
    mixins.put(MachineSpec.class, YoungerTerms.class);
    mixins.put(Offer.class, CoreLimit.class);
    mixins.put(Billing.class, FrozenPrice.class);
    mixins.put(Snapshot.JobPart.class, UsualRuns.class);
    mixins.put(Event.RetryRequested.class, ChosenRetry.class);
    mixins.put(Event.AttemptCheckpointed.class, MeasuredDump.class);
    mixins.put(Progress.JobProgress.class, LostAttempts.class);
    mixins.put(Snapshot.class, YoungerParts.class);
    mixins.put(Snapshot.MachinePart.class, YoungerMachine.class);
    mixins.put(MachineChange.Ready.class, ToldStart.class);
    mixins.put(MachineChange.Hibernated.class, ToldTime.class);
    mixins.put(MachineChange.Resumed.class, ToldTime.class);
    mixins.put(MachineChange.Notice.class, ToldFate.class);
    mixins.put(MachineChange.Lost.class, LeaseLeft.class);
    mixins.put(MachineChange.LeaseEnded.class, ToldSum.class);
    mixins.put(MachineChange.Coming.class, UsuallyEnded.class);
    mixins.put(Market.class, UsuallyOnDemand.class);
    return mixins;
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Event.JobSubmitted.class, name = "submitted"),
    @JsonSubTypes.Type(value = Event.JobCancelled.class, name = "cancelled"),
    @JsonSubTypes.Type(value = Event.JobAmended.class, name = "amended"),
    @JsonSubTypes.Type(value = Event.RetryRequested.class, name = "retry"),
    @JsonSubTypes.Type(value = MachineChange.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = MachineChange.MeterStarted.class, name = "meterStarted"),
    @JsonSubTypes.Type(value = MachineChange.Hibernated.class, name = "hibernated"),
    @JsonSubTypes.Type(value = MachineChange.Resumed.class, name = "resumed"),
    @JsonSubTypes.Type(value = MachineChange.Away.class, name = "away"),
    @JsonSubTypes.Type(value = MachineChange.Back.class, name = "back"),
    @JsonSubTypes.Type(value = MachineChange.Resized.class, name = "resized"),
    @JsonSubTypes.Type(value = MachineChange.Notice.class, name = "notice"),
    @JsonSubTypes.Type(value = MachineChange.Lost.class, name = "lost"),
    @JsonSubTypes.Type(value = MachineChange.LeaseEnded.class, name = "leaseEnded"),
    @JsonSubTypes.Type(value = MachineChange.Relabelled.class, name = "relabelled"),
    @JsonSubTypes.Type(value = MachineChange.Drained.class, name = "drained"),
    @JsonSubTypes.Type(value = MachineChange.Busy.class, name = "busy"),
    @JsonSubTypes.Type(value = MachineChange.CleanupEnded.class, name = "cleaned"),
    @JsonSubTypes.Type(value = MachineChange.LaunchRefused.class, name = "refused"),
    @JsonSubTypes.Type(value = Event.AttemptStarted.class, name = "started"),
    @JsonSubTypes.Type(value = Event.AttemptCheckpointed.class, name = "checkpointed"),
    @JsonSubTypes.Type(value = Event.AttemptCleansUp.class, name = "cleansUp"),
    @JsonSubTypes.Type(value = Event.AttemptFinished.class, name = "finished"),
    @JsonSubTypes.Type(value = Event.AttemptFailed.class, name = "failed"),
    @JsonSubTypes.Type(value = Event.OffersChanged.class, name = "offers"),
    @JsonSubTypes.Type(value = Event.LimitsChanged.class, name = "limits"),
    @JsonSubTypes.Type(value = Event.JobForgotten.class, name = "forgotten"),
    @JsonSubTypes.Type(value = Event.PriceChanged.class, name = "price"),
    @JsonSubTypes.Type(value = Event.TimerFired.class, name = "timer")
  })
  private interface Events {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "do")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Action.Launch.class, name = "launch"),
    @JsonSubTypes.Type(value = Action.Release.class, name = "release"),
    @JsonSubTypes.Type(value = Action.Drain.class, name = "drain"),
    @JsonSubTypes.Type(value = Action.Assign.class, name = "assign"),
    @JsonSubTypes.Type(value = Action.Stop.class, name = "stop"),
    @JsonSubTypes.Type(value = Action.Checkpoint.class, name = "checkpoint"),
    @JsonSubTypes.Type(value = Action.WakeAt.class, name = "wake"),
    @JsonSubTypes.Type(value = Action.Reject.class, name = "reject")
  })
  private interface Actions {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "by")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Failure.Exited.class, name = "exit"),
    @JsonSubTypes.Type(value = Failure.TimedOut.class, name = "timeout"),
    @JsonSubTypes.Type(value = Failure.NotStarted.class, name = "notStarted"),
    @JsonSubTypes.Type(value = Failure.Stopped.class, name = "stop"),
    @JsonSubTypes.Type(value = Failure.NoRoom.class, name = "noRoom")
  })
  private interface Failures {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Deadline.None.class, name = "none"),
    @JsonSubTypes.Type(value = Deadline.Within.class, name = "within"),
    @JsonSubTypes.Type(value = Deadline.At.class, name = "at")
  })
  private interface Deadlines {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Reason.NobodyOffers.class, name = "nobodyOffers"),
    @JsonSubTypes.Type(value = Reason.TooLarge.class, name = "tooLarge"),
    @JsonSubTypes.Type(value = Reason.NoRoomNow.class, name = "noRoomNow"),
    @JsonSubTypes.Type(value = Reason.NoMachines.class, name = "noMachines"),
    @JsonSubTypes.Type(value = Reason.SourceFails.class, name = "sourceFails"),
    @JsonSubTypes.Type(value = Reason.ComesAfter.class, name = "comesAfter"),
    @JsonSubTypes.Type(value = Reason.Throttled.class, name = "throttled"),
    @JsonSubTypes.Type(value = Reason.DeadlineImpossible.class, name = "deadlineImpossible")
  })
  private interface Reasons {}

  /** Younger than the format: not written where they say nothing, and 0 where they are missing. */
  private interface YoungerTerms {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int minimumCores();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long harvestedCorePerHourNanos();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int ordersAhead();
  }

  /** As above. */
  private interface CoreLimit {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int marketCores();
  }

  /** As above. */
  private interface FrozenPrice {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long frozenPerHourNanos();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    boolean repriced();
  }

  /** As above. */
  private interface SavedJob {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    boolean savable();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    boolean stored();
  }

  /** As above. */
  private interface MeasuredDump {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long tookMillis();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long bytes();
  }

  /** As above; empty where it is missing. */
  private interface YoungerFlow {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<Integer> byIndex();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int parallel();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    String checkpointHow();
  }

  /** As above; empty where it is missing. */
  private interface Placeholder {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    String placeholder();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    String numbers();
  }

  /** As above. */
  private interface UsualRuns {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int lost();

    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<Long> usualMillis();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int replacedBy();

    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int id();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<Long> usualDumpMillis();
  }

  /** As above; empty where it is missing. */
  private interface ChosenRetry {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    String only();
  }

  /** As above. */
  private interface LostAttempts {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int lost();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int replacedBy();
  }

  /** As above: the provider's time, 0 where it has told none. */
  private interface ToldTime {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long atMillis();
  }

  /** As above. */
  private interface ToldStart {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long leasedSinceMillis();
  }

  /** As above; a sum that is not said is not written, and one that is may be 0. */
  private interface ToldSum {
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = SumText.NotSaid.class)
    @JsonDeserialize(using = SumText.class)
    @JsonSetter
    long chargedNanos();
  }

  /** As above: a notice that says nothing else is of the end. */
  private interface ToldFate {
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = UsualFate.class)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    MachineChange.Coming coming();
  }

  /** The default of {@link ToldFate}, which is not written. */
  static final class UsualFate {
    @Override
    public boolean equals(@Nullable Object coming) {
      return coming == MachineChange.Coming.ENDED;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  /** What a notice says where it says nothing. */
  private enum UsuallyEnded {
    @JsonEnumDefaultValue
    ENDED
  }

  /** Where a machine was rented of which that is not said. */
  private enum UsuallyOnDemand {
    @JsonEnumDefaultValue
    ON_DEMAND
  }

  /** As above. */
  private interface LeaseLeft {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    boolean leaseGoesOn();
  }

  /** As above. */
  private interface YoungerParts {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<Snapshot.MachinePart> endingLeases();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<Long> limits();

    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int nextJobId();
  }

  /** As above. */
  private interface YoungerMachine {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    boolean away();

    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = UsualFate.class)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    MachineChange.Coming coming();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long pricedNanos();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long pricedMillis();

    @JsonSetter(nulls = Nulls.AS_EMPTY)
    Market market();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int offeredCores();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    boolean leaving();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long harvestedCoreMillis();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    long harvestedSinceMillis();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    boolean busy();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<Snapshot.CleanupPart> cleanups();
  }
}
