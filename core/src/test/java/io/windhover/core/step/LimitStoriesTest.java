package io.windhover.core.step;

import static io.windhover.core.testkit.Specs.priced;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What may be rented at all, whatever a policy wishes and a source offers. */
class LimitStoriesTest {
  private static final long HOUR = 3_600_000;
  private static final Set<Integer> NONE_REFUSED = Set.of();
  private static final Offer SPOT = new Offer("spot", priced("spot", 2, 60), 3);

  private final Tale tale = new Tale(1, SPOT);

  @Test
  void launchesBeyondALimitAreToBeRefused() {
    tale.at(0, new Event.LimitsChanged(new Limits(0, 0, 1, 0)));
    tale.at(0, List.of(), new Action.Launch(1, "spot"));
    assertThat(tale.world().beyondLimits(1, NONE_REFUSED)).isEmpty();
    tale.at(0, List.of(), new Action.Launch(2, "spot"));
    assertThat(tale.world().beyondLimits(2, NONE_REFUSED)).contains("the limit is 1 machine");
    tale.at(1, new MachineChange.LaunchRefused(2, "the limit is 1 machine"));

    tale.at(2, new Event.LimitsChanged(new Limits(0, 100, 0, 0)));
    assertThat(tale.world().beyondLimits(1, NONE_REFUSED)).isEmpty();
    tale.at(3, List.of(), new Action.Launch(3, "spot"));
    assertThat(tale.world().beyondLimits(3, NONE_REFUSED)).contains("the limit is $0.0000 an hour");

    tale.at(4, new MachineChange.Ready(1, SPOT.machine()));
    tale.at(HOUR + 4, new Event.LimitsChanged(new Limits(60, 0, 0, 0)));
    assertThat(tale.world().beyondLimits(3, NONE_REFUSED))
        .contains("the limit of $0.0000 is spent");
  }

  /** A release may take long or fail, and the machine is paid for meanwhile. */
  @Test
  void whatIsGivenBackAndStillPaidForCountsAgainstTheLimits() {
    tale.at(0, List.of(), new Action.Launch(1, "spot"));
    tale.at(0, new MachineChange.Ready(1, SPOT.machine()));
    tale.at(1, new MachineChange.Lost(1, "silent", true));
    tale.at(2, new Event.LimitsChanged(new Limits(0, 0, 1, 0)));
    tale.at(3, List.of(), new Action.Launch(2, "spot"));
    assertThat(tale.world().beyondLimits(2, NONE_REFUSED)).contains("the limit is 1 machine");
    tale.at(4, new Event.LimitsChanged(new Limits(0, 100, 0, 0)));
    assertThat(tale.world().beyondLimits(2, NONE_REFUSED)).contains("the limit is $0.0000 an hour");
    tale.at(5, new MachineChange.LeaseEnded(1, 5));
    assertThat(tale.world().beyondLimits(2, NONE_REFUSED)).isEmpty();
  }

  @Test
  void ofSeveralLaunchesAtOnceAsManyAreMadeAsTheLimitsAllow() {
    tale.at(0, new Event.LimitsChanged(new Limits(0, 0, 2, 0)));
    tale.at(
        0,
        List.of(),
        new Action.Launch(1, "spot"),
        new Action.Launch(2, "spot"),
        new Action.Launch(3, "spot"));
    assertThat(tale.world().beyondLimits(2, NONE_REFUSED)).isEmpty();
    assertThat(tale.world().beyondLimits(3, NONE_REFUSED)).contains("the limit is 2 machines");
  }

  @Test
  void aLaunchThatWillBeRefusedTakesNothingFromTheNext() {
    Offer large = new Offer("large", priced("large", 8, 200), 9);
    Tale two = new Tale(1, large, SPOT);
    two.at(0, new Event.LimitsChanged(new Limits(0, 100, 0, 0)));
    two.at(1, List.of(), new Action.Launch(1, "large"), new Action.Launch(2, "spot"));
    assertThat(two.world().beyondLimits(1, NONE_REFUSED)).isPresent();
    assertThat(two.world().beyondLimits(2, Set.of(1))).isEmpty();
  }

  @Test
  void aMachineThatIsTooOldIsGivenBackWhateverThePolicyWishes() {
    tale.at(0, new Event.LimitsChanged(new Limits(0, 0, 0, HOUR)));
    tale.at(1, List.of(), new Action.Launch(1, "spot"));
    assertThat(tale.at(2, new MachineChange.Ready(1, SPOT.machine())).actions())
        .containsExactly(new Action.WakeAt(HOUR + 1));
    assertThat(tale.at(HOUR + 1, new Event.TimerFired(HOUR + 1)).actions())
        .containsExactly(new Action.Release(1));
    assertThat(tale.world().machines()).isEmpty();
  }
}
