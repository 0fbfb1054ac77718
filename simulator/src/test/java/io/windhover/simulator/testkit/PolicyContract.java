package io.windhover.simulator.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.KillOrder;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What every policy keeps, whatever it is for. A new policy is put to it in one class:
 *
 * <pre>
 * class MatchContractTest extends PolicyContract {
 *   protected Policy policy() { return new Match(Match.Impossible.WAITS); }
 * }
 * </pre>
 *
 * <p>The number of random stories is the system property {@code seeds}. The guard is on in all of
 * them, and a {@link Watcher} that knows nothing of the guard looks on.
 */
public abstract class PolicyContract {
  private static final String HALF_PRICE = " at half price";

  /** The policy under test, made anew for every run. */
  protected abstract Policy policy();

  /** How many are enough where nobody says otherwise; policies that take long need fewer. */
  protected long stories() {
    return 300;
  }

  @Test
  void decidesTheSameForTheSameSeed() {
    Seeds.each(
        stories(),
        seed -> {
          Story story = RandomStories.restless(seed);
          assertThat(Runs.of(policy(), story).log()).isEqualTo(Runs.of(policy(), story).log());
        });
  }

  @Test
  void losesNoTaskAndBreaksNoRule() {
    Seeds.each(stories(), seed -> everythingEnds(policy(), RandomStories.of(seed), Runs.RENTABLE));
  }

  @Test
  void losesNoTaskWhenMachinesFreezeAndShrink() {
    Seeds.each(
        stories(), seed -> everythingEnds(policy(), RandomStories.restless(seed), Runs.RENTABLE));
  }

  /** A cloud is used up by its simulation, so each run gets its own. */
  @Test
  void losesNoTaskWhenWhatItRentsFreezes() {
    Seeds.each(
        stories(),
        seed -> {
          everythingEnds(policy(), RandomStories.restless(seed), Runs.freezing(seed));
          everythingEnds(
              new Forgetful(policy(), seed), RandomStories.restless(seed), Runs.freezing(seed));
        });
  }

  @Test
  void losesNoTaskWhenItsCoresAreHarvested() {
    Seeds.each(
        stories(),
        seed -> {
          KillOrder order = seed % 2 == 0 ? KillOrder.NEWEST : KillOrder.OLDEST;
          everythingEnds(policy(), RandomStories.harvesting(seed), Runs.RENTABLE.killing(order));
        });
  }

  /** It was cut off, changed by a bit, another policy's, or of another form. */
  @Test
  void staysSafeAfterLosingItsMemory() {
    Seeds.each(
        stories(),
        seed ->
            everythingEnds(
                new Forgetful(policy(), seed), RandomStories.restless(seed), Runs.RENTABLE));
  }

  /** In fewer stories: an edit is a loss of memory and a new job, which others tell of as well. */
  @Test
  void losesNoTaskWhenOwnersChangeTheirJobs() {
    Seeds.each(
        Math.max(1, stories() / 3),
        seed -> everythingEnds(policy(), RandomStories.amended(seed), Runs.RENTABLE));
  }

  @Test
  void losesNoTaskWhenTermsAndLimitsChangeAndMachinesAreOutOfReach() {
    Seeds.each(
        Math.max(1, stories() / 3),
        seed -> {
          Story story = RandomStories.governed(seed, Runs.OFFERS);
          everythingEnds(policy(), story, Runs.RENTABLE);
          everythingEnds(new Forgetful(policy(), seed), story, Runs.RENTABLE);
        });
  }

  @Test
  void losesNoTaskWhenWholePeriodsArePaid() {
    Seeds.each(
        stories(),
        seed -> everythingEnds(policy(), RandomStories.restless(seed), Runs.BY_THE_MINUTE));
  }

  /** What a restart from a snapshot rests on, whatever else changes in the same moment. */
  @Test
  void decidesTheSameWhenItsMemoryIsWrittenDownAndReadAgain() {
    Seeds.each(
        stories(),
        seed -> {
          Story story =
              seed % 2 == 0
                  ? RandomStories.restless(seed)
                  : RandomStories.governed(seed, Runs.OFFERS);
          assertThat(log(Recalling.sometimes(policy(), seed), story, seed))
              .isEqualTo(log(policy(), story, seed));
        });
  }

  private static List<String> log(Policy policy, Story story, long seed) {
    return Runs.of(policy, story, Runs.freezing(seed), (batch, decision, world) -> {}).log();
  }

  @Test
  void staysSafeWhenEveryLaunchIsRefused() {
    Seeds.each(
        stories(), seed -> everythingEnds(policy(), RandomStories.restless(seed), Runs.REFUSING));
  }

  @Test
  void explainsWhatWaitsAndOnlyThat() {
    Seeds.each(
        stories(),
        seed -> {
          Policy policy = policy();
          Runs.of(
              policy,
              RandomStories.restless(seed),
              Runs.RENTABLE,
              (batch, decision, world) -> {
                assertThat(policy.explain(world))
                    .allSatisfy(reason -> assertThat(world.job(reason.job()).over()).isFalse());
              });
        });
  }

  /** Only what the policy declares of itself. */
  @TestFactory
  List<DynamicTest> keepsWhatItDeclares() {
    List<DynamicTest> tests = new ArrayList<>();
    boolean replicates = policy().traits().contains(Trait.REPLICATES);
    tests.add(
        DynamicTest.dynamicTest(
            "declares replicas exactly when it may have more than one live attempt",
            () -> assertThat(policy().liveAttemptsMax() > 1).isEqualTo(replicates)));
    if (policy().traits().contains(Trait.KEEPS_DEADLINES)) {
      tests.add(DynamicTest.dynamicTest("keeps deadlines", this::keepsDeadlinesWithWideSlack));
    }
    if (policy().traits().contains(Trait.STARTS_WHAT_IS_READY)) {
      tests.add(DynamicTest.dynamicTest("keeps order by index and parallel", this::keepsTheFlow));
    }
    if (policy().traits().contains(Trait.RENTS_MACHINES)) {
      tests.add(DynamicTest.dynamicTest("gives back what it rents", this::givesBackWhatItRents));
    }
    if (policy().traits().contains(Trait.RENTS_NO_SPOT)) {
      tests.add(DynamicTest.dynamicTest("rents no spot machine", this::rentsNoSpotMachine));
    }
    return tests;
  }

  private void keepsDeadlinesWithWideSlack() {
    Seeds.each(
        stories(),
        seed -> {
          World world = everythingEnds(policy(), WideSlack.of(seed), Runs.RENTABLE);
          for (Job job : world.jobs()) {
            assertThat(job.count(TaskState.SUCCEEDED)).isEqualTo(job.spec().taskCount());
            assertThat(job.endedAtMillis()).isLessThanOrEqualTo(job.deadlineAtMillis());
          }
        });
  }

  private void keepsTheFlow() {
    Seeds.each(
        stories(),
        seed -> everythingEnds(policy(), RandomStories.flowing(seed), Runs.freezing(seed)));
  }

  private void givesBackWhatItRents() {
    Seeds.each(
        stories(),
        seed -> {
          World world = everythingEnds(policy(), RandomStories.restless(seed), Runs.RENTABLE);
          assertThat(world.machines()).noneMatch(machine -> !machine.offer().isEmpty());
        });
  }

  /** In a few stories: a policy that looks at spot offers at all does so soon. */
  private void rentsNoSpotMachine() {
    Seeds.each(
        Math.max(1, stories() / 10),
        seed -> {
          List<Offer> spotToo =
              Runs.OFFERS.stream().flatMap(PolicyContract::onBothMarkets).toList();
          var settings = new Simulation.Settings(spotToo, Cloud.steady(5000), 1_000_000);
          Runs.of(
              policy(),
              RandomStories.restless(seed),
              settings,
              (batch, decision, world) ->
                  assertThat(world.machines())
                      .noneMatch(machine -> machine.offer().endsWith(HALF_PRICE)));
        });
  }

  private static Stream<Offer> onBothMarkets(Offer offer) {
    Offer half = offer.priced(offer.machine().pricePerHourNanos() / 2);
    Offer spot =
        new Offer(
            offer.name() + HALF_PRICE,
            Market.SPOT,
            half.machine(),
            offer.limit(),
            offer.marketLimit(),
            offer.gflops(),
            offer.startUpMillis(),
            offer.billing());
    return Stream.of(offer, spot);
  }

  /** Runs the story under watch and checks that nothing that was accepted is left over. */
  private static World everythingEnds(Policy policy, Story story, Simulation.Settings settings) {
    Watcher watcher = new Watcher(policy.liveAttemptsMax());
    World world = Runs.of(policy, story, settings, watcher).world();
    watcher.demandNothingRuns();
    assertThat(world.attempts()).isEmpty();
    assertThat(world.liveJobs()).isEmpty();
    assertThat(world.readyGroups()).isEmpty();
    for (Job job : world.jobs()) {
      assertThat(job.over()).as("job %d over", job.id()).isTrue();
      assertThat(job.endedAtMillis()).as("job %d ended", job.id()).isNotNegative();
      job.groups().forEach(group -> settled(group, watcher));
    }
    return world;
  }

  private static void settled(Group group, Watcher watcher) {
    IntStream.range(0, group.spec().count())
        .forEach(
            i -> {
              TaskState state = group.state(i);
              assertThat(state.settled()).as("%s %s", group.task(i), state).isTrue();
              if (state == TaskState.SUCCEEDED) {
                assertThat(watcher.succeeded()).contains(group.task(i));
              }
            });
  }
}
