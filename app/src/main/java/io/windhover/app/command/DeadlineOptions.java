package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.plan.ClockTimes;
import io.windhover.app.plan.Deadlines;
import io.windhover.core.model.Deadline;
import io.windhover.workload.Durations;
import io.windhover.workload.scenario.Scenario;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which deadlines a plan looks at, as spans, and the moment from which moments are counted. */
final class DeadlineOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description =
          "Look at this deadline instead of the job's own: a span such as 35m, a time of day such"
              + " as 18:00 (tomorrow's when it has passed), or 2026-11-20T18:00.")
  private @Nullable String deadline;

  @Option(
      names = "--deadlines",
      paramLabel = "A..B",
      description = "Look at some ten deadlines from A to B, or at those of a list: 20m,30m,1h.")
  private @Nullable String deadlines;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "When the work begins, for deadlines that are moments: 09:00 or 2026-11-20T09:00"
              + " (default: now).")
  private @Nullable String from;

  /**
   * What is looked at.
   *
   * @param millis spans from the submission, shortest first
   * @param counted how moments were counted; empty when all deadlines were spans
   */
  record Looked(List<Long> millis, Optional<ClockTimes> counted) {}

  void check() {
    if (deadline != null && deadlines != null) {
      throw usage("--deadline and --deadlines exclude each other");
    }
    begins();
  }

  private ParameterException usage(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }

  /** The moment to count from, in the zone of this machine. */
  private ClockTimes begins() {
    var now = new ClockTimes(System.currentTimeMillis(), ZoneId.systemDefault());
    if (from == null) {
      return now;
    }
    try {
      return new ClockTimes(now.millis(from), now.zone());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--from: " + e.getMessage(), e);
    }
  }

  /**
   * What to look at.
   *
   * @param file to name in complaints about the work
   */
  Looked looked(long earliestMillis, Scenario scenario, String file, long seed) {
    String said = deadline != null ? deadline : deadlines;
    String option = deadline != null ? "--deadline" : "--deadlines";
    if (said != null) {
      return said(option, said, scenario.isStream());
    }
    if (scenario.isStream()) {
      return new Looked(ofStream(earliestMillis, scenario, seed), Optional.empty());
    }
    Deadline own = scenario.deadline();
    if (own instanceof Deadline.Within within) {
      return new Looked(List.of(within.spanMillis()), Optional.empty());
    }
    if (own instanceof Deadline.At at) {
      ClockTimes begins = begins();
      return new Looked(
          List.of(left(at.epochMillis(), begins, file + ": deadline")), Optional.of(begins));
    }
    return new Looked(Deadlines.after(earliestMillis), Optional.empty());
  }

  private Looked said(String option, String said, boolean isStream) {
    ClockTimes begins = begins();
    boolean[] moments = {false};
    try {
      List<Long> millis =
          Deadlines.parse(
              said,
              one -> {
                if (!ClockTimes.isMoment(one)) {
                  return Durations.parseMillis(one);
                }
                moments[0] = true;
                return left(begins.nextMillis(one), begins, option);
              });
      if (moments[0] && isStream) {
        throw usage(
            option
                + ": is a moment, and the jobs of a stream come at many; expected a span like 35m");
      }
      return new Looked(millis, moments[0] ? Optional.of(begins) : Optional.empty());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
    }
  }

  private static long left(long atMillis, ClockTimes begins, String what) {
    long millis = atMillis - begins.nowMillis();
    if (millis > 0) {
      return millis;
    }
    throw new CommandFailure(
        ExitCode.IMPOSSIBLE,
        "%s: %s has passed at %s; expected a later one, or an earlier --from"
            .formatted(what, begins.text(atMillis), begins.text(begins.nowMillis())));
  }

  /** A range, and what is promised today if that is one deadline for all. */
  private static List<Long> ofStream(long earliestMillis, Scenario scenario, long seed) {
    var looked = new TreeSet<Long>(Deadlines.after(earliestMillis));
    Set<Deadline> own = new LinkedHashSet<>();
    scenario.kinds(seed).forEach(kind -> own.add(kind.deadline()));
    if (own.size() == 1 && own.iterator().next() instanceof Deadline.Within within) {
      looked.add(within.spanMillis());
    }
    return List.copyOf(looked);
  }
}
