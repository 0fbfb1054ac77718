package io.windhover.simulator;

import io.windhover.core.chance.Chance;
import io.windhover.core.event.Event;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Limits;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Stories from a seed: jobs of all shapes on machines that come and go. The last machine of every
 * story is large, offers every label and stays, so every story can end.
 */
public final class RandomStories {
  private static final List<String> LABELS = List.of("linux", "python3", "gpu");

  /** The machine that stays. */
  private static final String ROCK = "rock";

  /** How long a story goes on happening; what it started may take longer. */
  private static final int SPAN_MILLIS = 60_000;

  /** Odd, so that a mistake in rounding shows. */
  private static final long HARVESTED_CORE_NANOS = 7_000_001;

  private final long seed;
  private final boolean cleanups;
  private final SplittableRandom chance;

  private RandomStories(long seed, boolean cleanups) {
    this.seed = seed;
    this.cleanups = cleanups;
    this.chance = Chance.stream(seed, "story", 0);
  }

  public static Story of(long seed) {
    RandomStories stories = new RandomStories(seed, false);
    return new Story(stories.happenings(), stories::fate);
  }

  /** As {@link #of}, but some tasks have something to clean up, which no simulator sees. */
  public static Story withCleanups(long seed) {
    RandomStories stories = new RandomStories(seed, true);
    return new Story(stories.happenings(), stories::fate);
  }

  /**
   * The story of the same seed in which machines also freeze, thaw, shrink, grow and get notice.
   */
  public static Story restless(long seed) {
    RandomStories stories = new RandomStories(seed, false);
    List<Happening> happenings = stories.happenings();
    for (Happening happening : List.copyOf(happenings)) {
      if (happening instanceof Happening.MachineAppears appears
          && !appears.spec().name().equals(ROCK)) {
        stories.unrest(appears, happenings);
      }
    }
    return new Story(happenings, stories::fate);
  }

  /**
   * The restless story of the same seed on harvest machines: they grow as well, they are evicted,
   * and each core beyond the first is paid for by itself.
   */
  public static Story harvesting(long seed) {
    Story restless = restless(seed);
    List<Happening> happenings = new ArrayList<>();
    for (Happening happening : restless.happenings()) {
      if (happening instanceof Happening.MachineAppears appears
          && !appears.spec().name().equals(ROCK)) {
        happenings.add(
            new Happening.MachineAppears(
                appears.atMillis(), appears.spec().harvesting(1, HARVESTED_CORE_NANOS)));
      } else if (happening instanceof Happening.MachineIsResized resized) {
        happenings.add(
            new Happening.MachineIsResized(
                resized.atMillis(),
                resized.name(),
                2 * resized.cores() - 2,
                resized.memoryBytes()));
      } else {
        happenings.add(happening);
      }
    }
    return new Story(happenings, restless.fate());
  }

  /**
   * The restless story of the same seed in which tasks follow others by index wherever two groups
   * can be made of one size, and of many groups only one to three tasks may run at once.
   */
  public static Story flowing(long seed) {
    Story restless = restless(seed);
    List<Happening> happenings = new ArrayList<>();
    for (Happening happening : restless.happenings()) {
      happenings.add(
          happening instanceof Happening.JobArrives arrives
              ? new Happening.JobArrives(arrives.atMillis(), flowing(arrives.spec(), seed))
              : happening);
    }
    return new Story(happenings, restless.fate());
  }

  /**
   * The restless story of the same seed in which owners change their jobs while these run: arrays
   * grow and shrink, groups come and go, and now and then only the deadline is another.
   */
  public static Story amended(long seed) {
    Story restless = restless(seed);
    List<Happening> happenings = new ArrayList<>(restless.happenings());
    SplittableRandom edits = Chance.stream(seed, "edits", 0);
    for (int i = 1 + edits.nextInt(3); i > 0; i--) {
      long salt = edits.nextLong();
      happenings.add(
          new Happening.JobIsAmended(
              edits.nextInt(3 * SPAN_MILLIS / 2),
              1 + edits.nextInt(2),
              spec -> amended(spec, new SplittableRandom(salt))));
    }
    return new Story(happenings, restless.fate());
  }

  /**
   * The restless story of the same seed in which machines are out of reach for a while, offers
   * change their prices or are withdrawn for a while, limits come and go, and jobs that are over
   * leave.
   */
  public static Story governed(long seed, List<Offer> offers) {
    Story restless = restless(seed);
    List<Happening> happenings = new ArrayList<>(restless.happenings());
    SplittableRandom rule = Chance.stream(seed, "governed", 0);
    for (Happening happening : restless.happenings()) {
      if (happening instanceof Happening.MachineAppears appears && rule.nextBoolean()) {
        long at = appears.atMillis() + rule.nextInt(SPAN_MILLIS);
        String name = appears.spec().name();
        happenings.add(new Happening.MachineIsOutOfReach(at, name));
        happenings.add(new Happening.MachineIsInReach(at + rule.nextInt(SPAN_MILLIS), name));
      }
    }
    for (int i = rule.nextInt(4); i > 0; i--) {
      long at = rule.nextInt(2 * SPAN_MILLIS);
      happenings.add(new Happening.TermsChange(at, announced(offers, rule)));
      if (i == 1) {
        happenings.add(new Happening.TermsChange(2 * SPAN_MILLIS, new Event.OffersChanged(offers)));
        happenings.add(
            new Happening.TermsChange(2 * SPAN_MILLIS, new Event.LimitsChanged(Limits.NONE)));
      }
    }
    for (int job = 1; job <= 4; job++) {
      happenings.add(new Happening.JobIsForgotten(rule.nextInt(3 * SPAN_MILLIS), job));
    }
    return new Story(happenings, restless.fate());
  }

  private static Event announced(List<Offer> offers, SplittableRandom rule) {
    Offer one = offers.get(rule.nextInt(offers.size()));
    long price = 1 + rule.nextLong(2 * one.machine().pricePerHourNanos() + 1);
    return switch (rule.nextInt(3)) {
      case 0 -> new Event.PriceChanged(one.name(), price);
      case 1 -> new Event.OffersChanged(List.of(one.priced(price)));
      default ->
          new Event.LimitsChanged(
              new Limits(0, 0, 1 + rule.nextInt(3), rule.nextInt(3) * (long) SPAN_MILLIS));
    };
  }

  private static JobSpec amended(JobSpec job, SplittableRandom edit) {
    List<TaskGroup> groups = new ArrayList<>(job.groups());
    int kind = edit.nextInt(5);
    int last = groups.size() - 1;
    if (kind == 0) {
      return new JobSpec(
          job.name(),
          job.folder(),
          new Deadline.Within(20 * SPAN_MILLIS),
          !job.keepGoing(),
          groups);
    } else if (kind == 1 && last > 0) {
      groups.remove(last);
    } else if (kind == 2) {
      groups.add(another(groups.get(last), "n" + groups.size(), edit.nextInt(last + 1)));
    } else {
      for (int g = 0; g <= last; g++) {
        TaskGroup group = groups.get(g);
        groups.set(
            g,
            edit.nextBoolean()
                ? group.withCount(1 + edit.nextInt(12))
                : group.withRetries(edit.nextInt(3)));
      }
    }
    return new JobSpec(job.name(), job.folder(), job.deadline(), job.keepGoing(), groups);
  }

  private static TaskGroup another(TaskGroup like, String name, int after) {
    return new TaskGroup(
        name,
        like.count(),
        like.script(),
        name,
        like.need(),
        List.of(after),
        like.runtime(),
        like.priority(),
        like.interruptible(),
        like.retries(),
        0,
        0);
  }

  private static JobSpec flowing(JobSpec job, long seed) {
    SplittableRandom flow = Chance.stream(seed, "flow " + job.name(), 0);
    List<TaskGroup> groups = new ArrayList<>();
    for (TaskGroup group : job.groups()) {
      TaskGroup changed = group;
      if (!group.after().isEmpty() && flow.nextInt(3) > 0) {
        int before = group.after().get(flow.nextInt(group.after().size()));
        changed =
            group.withCount(groups.get(before).count()).withAfter(group.after(), List.of(before));
      }
      groups.add(changed.withParallel(flow.nextInt(4)));
    }
    return new JobSpec(job.name(), job.folder(), job.deadline(), job.keepGoing(), groups);
  }

  private List<Happening> happenings() {
    List<Happening> happenings = new ArrayList<>();
    machines(happenings);
    jobs(happenings);
    return happenings;
  }

  /** What froze thaws in the end, so that what was left running there ends too. */
  private void unrest(Happening.MachineAppears appears, List<Happening> happenings) {
    MachineSpec spec = appears.spec();
    SplittableRandom unrest = Chance.stream(seed, "unrest " + spec.name(), 0);
    long at = appears.atMillis();
    for (int i = unrest.nextInt(4); i > 0; i--) {
      at += unrest.nextInt(SPAN_MILLIS / 4);
      int cores = 1 + unrest.nextInt(spec.cores());
      switch (unrest.nextInt(3)) {
        case 0 -> {
          happenings.add(new Happening.MachineFreezes(at, spec.name()));
          at += unrest.nextInt(SPAN_MILLIS);
          happenings.add(new Happening.MachineThaws(at, spec.name()));
        }
        case 1 ->
            happenings.add(
                new Happening.MachineIsResized(at, spec.name(), cores, spec.memoryBytes()));
        default -> happenings.add(new Happening.MachineIsNoticed(at, spec.name(), at + 2000));
      }
    }
  }

  private void machines(List<Happening> happenings) {
    int machines = 1 + chance.nextInt(6);
    for (int i = 1; i <= machines; i++) {
      MachineSpec spec =
          new MachineSpec(
              "w" + i,
              chance.nextBoolean() ? "small" : "large",
              someLabels(),
              1 + chance.nextInt(4),
              gigabytes(1 + chance.nextInt(8)),
              chance.nextInt(3) * 10_000_000L);
      long appears = chance.nextInt(SPAN_MILLIS);
      happenings.add(new Happening.MachineAppears(appears, spec));
      if (chance.nextInt(3) > 0) {
        long vanishes = appears + 1 + chance.nextInt(SPAN_MILLIS);
        happenings.add(new Happening.MachineVanishes(vanishes, spec.name()));
      }
    }
    happenings.add(
        new Happening.MachineAppears(
            SPAN_MILLIS, new MachineSpec(ROCK, "large", LABELS, 4, gigabytes(16), 0)));
  }

  private void jobs(List<Happening> happenings) {
    int jobs = 1 + chance.nextInt(4);
    for (int i = 1; i <= jobs; i++) {
      happenings.add(new Happening.JobArrives(chance.nextInt(SPAN_MILLIS), job("job" + i)));
    }
    if (chance.nextInt(4) == 0) {
      happenings.add(
          new Happening.JobIsCancelled(chance.nextInt(2 * SPAN_MILLIS), 1 + chance.nextInt(jobs)));
    }
    if (chance.nextInt(4) == 0) {
      happenings.add(
          new Happening.JobIsRetried(
              chance.nextInt(3 * SPAN_MILLIS), 1 + chance.nextInt(jobs), chance.nextBoolean()));
    }
  }

  private JobSpec job(String name) {
    List<TaskGroup> groups = new ArrayList<>();
    int count = 1 + chance.nextInt(4);
    for (int g = 0; g < count; g++) {
      List<Integer> after = new ArrayList<>();
      for (int before = 0; before < g; before++) {
        if (chance.nextInt(3) == 0) {
          after.add(before);
        }
      }
      groups.add(group("g" + g, after));
    }
    Deadline deadline =
        chance.nextBoolean() ? new Deadline.None() : new Deadline.Within(10 * SPAN_MILLIS);
    return new JobSpec(name, "/", deadline, chance.nextBoolean(), groups);
  }

  private TaskGroup group(String name, List<Integer> after) {
    return new TaskGroup(
        name,
        1 + chance.nextInt(12),
        new Script(
            List.of("true"), chance.nextInt(3) == 0 && cleanups ? "true" : "", new TreeMap<>()),
        name,
        new Need(someLabels(), 1 + chance.nextInt(4), gigabytes(chance.nextInt(3))),
        after,
        new RuntimeEstimate(1000 + chance.nextInt(20_000), new TreeMap<>()),
        chance.nextInt(3),
        chance.nextBoolean(),
        chance.nextInt(3),
        0,
        0);
  }

  private List<String> someLabels() {
    return LABELS.stream().filter(label -> chance.nextInt(3) == 0).toList();
  }

  private static long gigabytes(int count) {
    return count * 1_000_000_000L;
  }

  private Fate.Outcome fate(AttemptId attempt, TaskGroup group, MachineSpec machine) {
    long entity = attempt.task().job() * 1_000_003L + attempt.task().index() * 101L;
    SplittableRandom luck = Chance.stream(seed, "fate", entity + attempt.number());
    long estimate = group.runtime().millisOn(machine.type()).orElse(1000);
    long runMillis = Math.max(1, estimate / 2 + luck.nextLong(estimate));
    return new Fate.Outcome(runMillis, luck.nextInt(12) == 0 ? 1 : 0);
  }
}
