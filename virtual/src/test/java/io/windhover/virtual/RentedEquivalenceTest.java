package io.windhover.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.step.DecisionLog;
import io.windhover.policies.PolicyRegistry;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Happening;
import io.windhover.simulator.KillOrder;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.Reclaim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The key idea where machines are rented: the same story, policy and modelled cloud through the
 * simulator, and through the real manager with its journal, leases, source and workers, give the
 * same decisions, line by line. For every policy that is for use.
 */
class RentedEquivalenceTest {
  private static final int SEEDS = Integer.getInteger("seeds", 5);

  /** Where little happens a few stories tell all. */
  private static final int QUIET_SEEDS = Math.max(1, SEEDS * 3 / 5);

  private final Path folder = FastStores.folder();

  @AfterEach
  void deleteFolder() throws IOException {
    Files.delete(folder);
  }

  static List<String> policies() {
    return PolicyRegistry.namesForUse();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void simulatorAndManagerDecideAlike(String policy) {
    decideAlike(policy, seed -> Cloud.steady(5_000));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void simulatorAndManagerDecideAlikeWhenMachinesFreeze(String policy) {
    decideAlike(policy, seed -> market(Reclaim.HIBERNATE, seed));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void simulatorAndManagerDecideAlikeWhenLaunchesAreRefused(String policy) {
    decideAlike(policy, seed -> Cloud.refusing(5_000));
  }

  /** Freezes, notices, resizes, evictions, late launches, prices, withdrawn offers and limits. */
  @ParameterizedTest
  @MethodSource("policies")
  void simulatorAndManagerDecideAlikeWhenNothingStaysAsItIs(String policy) {
    decideAlike(policy, SEEDS, RentedEquivalenceTest::governed, RestlessCloud::new);
  }

  /** Tasks stand still to save when the policy asks for it, and go on elsewhere from there. */
  @ParameterizedTest
  @MethodSource("policies")
  void simulatorAndManagerDecideAlikeWhenWorkIsSaved(String policy) {
    decideAlike(policy, SEEDS, RentedEquivalenceTest::saved, RentedEquivalenceTest::frequent);
  }

  /** By itself no task saves within the story. */
  private static Story saved(long seed) {
    return Renting.saving(Renting.withFewMachines(RandomStories.of(seed)), 86_400_000);
  }

  private static Cloud frequent(long seed) {
    return seed % 2 == 0 ? new RestlessCloud(seed) : market(Reclaim.HIBERNATE, seed);
  }

  /** Given back within the ten seconds after which it would have been refused. */
  @Test
  void aLaunchBeyondTheLimitsThatIsGivenBackHasEndedAtOnce() {
    assertThat(decideAlike("hads", 11L, RentedEquivalenceTest::governed, RestlessCloud::new))
        .isPositive();
  }

  private static Story governed(long seed) {
    return Renting.governed(Renting.withFewMachines(RandomStories.of(seed)), seed);
  }

  private static Cloud market(Reclaim reclaim, long seed) {
    var market =
        new PoissonMarket(PoissonMarket.Reading.RUN, reclaim, 120, 120, List.of("large"), seed);
    return new ModelledCloud(market, new CheckpointCost(500, 1));
  }

  private void decideAlike(String policy, LongFunction<Cloud> cloud) {
    decideAlike(policy, QUIET_SEEDS, RandomStories::of, cloud);
  }

  private void decideAlike(
      String policy, int seeds, LongFunction<Story> stories, LongFunction<Cloud> cloud) {
    int launches = 0;
    for (long seed = 1; seed <= seeds; seed++) {
      launches += decideAlike(policy, seed, stories, cloud);
    }
    System.out.printf("%s: %d seeds, %d decisions to rent%n", policy, seeds, launches);
  }

  private int decideAlike(
      String policy, long seed, LongFunction<Story> stories, LongFunction<Cloud> cloud) {
    Story story = asWorkersAre(stories.apply(seed));
    List<String> simulated = simulate(policy, story, cloud.apply(seed));
    List<String> managed = manage(policy, story, cloud.apply(seed), seed);
    for (int i = 0; i < Math.min(simulated.size(), managed.size()); i++) {
      assertThat(managed.get(i))
          .as("seed %d, line %d, after %s", seed, i + 1, before(managed, i))
          .isEqualTo(simulated.get(i));
    }
    assertThat(managed).as("length of seed %d's log", seed).hasSameSizeAs(simulated);
    return (int) simulated.stream().filter(line -> line.contains("launch m")).count();
  }

  private static String before(List<String> log, int line) {
    return String.join("\n", log.subList(Math.max(0, line - 5), line));
  }

  /** A worker that comes by itself says nothing of a type or a price. */
  private static Story asWorkersAre(Story story) {
    List<Happening> happenings = new ArrayList<>();
    for (Happening happening : story.happenings()) {
      if (happening instanceof Happening.MachineAppears appears) {
        MachineSpec spec = appears.spec();
        happenings.add(
            new Happening.MachineAppears(
                appears.atMillis(),
                new MachineSpec(
                    spec.name(), "", spec.labels(), spec.cores(), spec.memoryBytes(), 0)));
      } else {
        happenings.add(happening);
      }
    }
    return new Story(happenings, story.fate());
  }

  private static List<String> simulate(String policy, Story story, Cloud cloud) {
    List<Happening> happenings = new ArrayList<>();
    happenings.add(new Happening.TermsChange(0, new Event.OffersChanged(Renting.OFFERS)));
    happenings.addAll(story.happenings());
    List<String> log = new ArrayList<>();
    new Simulation(
            Renting.policy(policy),
            new Story(happenings, story.fate()),
            surroundings(story, cloud),
            (batch, decision, world) -> log.add(plain(DecisionLog.line(batch, decision))))
        .run();
    return log;
  }

  /** Where a task says that it saves, what it saves is kept. */
  private static Simulation.Settings surroundings(Story story, Cloud cloud) {
    var usual = new Simulation.Settings(List.of(), cloud, 1_000_000).killing(KillOrder.NEWEST);
    boolean saves =
        story.happenings().stream()
            .anyMatch(
                h ->
                    h instanceof Happening.JobArrives arrives
                        && arrives.spec().groups().get(0).checkpointEveryMillis() > 0);
    return saves ? usual : usual.savingNothing();
  }

  private List<String> manage(String policy, Story story, Cloud cloud, long seed) {
    FastStores stores = new FastStores(folder, seed);
    VirtualPool pool =
        new VirtualPool(
            story, () -> Renting.policy(policy), stores, Misfortune.NONE, Renting.OFFERS, cloud);
    pool.play(36_000_000);
    pool.close();
    stores.delete();
    return pool.log().stream().map(RentedEquivalenceTest::plain).toList();
  }

  /**
   * A simulated machine is called as its offer is, a rented worker as its lease; a source says when
   * things happened where in a simulation it is always the batch's moment, and of a machine that it
   * has taken away also that its lease has ended; and what happens at one moment, of one kind,
   * comes in any order.
   */
  private static String plain(String line) {
    int moment = line.indexOf('@');
    int facts = line.indexOf(' ', moment) + 1;
    int arrow = line.indexOf(" => ");
    String at = " at " + line.substring(moment + 1, facts - 1);
    String sorted =
        Stream.of(line.substring(facts, arrow).split("; "))
            .map(fact -> fact.replaceAll("ready m([0-9]+) [^ ]+", "ready m$1").replace(at, ""))
            .map(fact -> fact.replace(" still paid for", ""))
            .filter(fact -> !isEndOfLost(fact, line))
            .sorted()
            .collect(Collectors.joining("; "));
    return line.substring(0, facts) + sorted + line.substring(arrow);
  }

  private static boolean isEndOfLost(String fact, String line) {
    return fact.startsWith("lease ended ")
        && line.contains("lost " + fact.substring("lease ended ".length()) + " ");
  }
}
