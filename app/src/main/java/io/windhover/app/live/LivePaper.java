package io.windhover.app.live;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.experiments.chart.Timeline;
import io.windhover.experiments.chart.TimelinePair;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Picture;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Reproduction;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.paper.Steps;
import io.windhover.host.FolderTrees;
import io.windhover.simulator.record.VmRecord;
import io.windhover.workload.JobFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * No paper, but the claim that makes simulations worth something: the same job under the same
 * policy in the same recorded market costs and takes the same on real machines, and is in time.
 */
public final class LivePaper implements Reproduction {
  private static final String FIGURE = "agreement";
  private static final int MACHINES_MAX = 8;

  private final List<LiveStory> stories;

  public LivePaper() {
    this(LiveStory.ALL);
  }

  LivePaper(List<LiveStory> stories) {
    this.stories = List.copyOf(stories);
  }

  @Override
  public String name() {
    return "live";
  }

  @Override
  public String title() {
    return "the same jobs on real machines here and in the simulator";
  }

  @Override
  public Report run(Setup setup) {
    List<LiveStory> told = stories.stream().filter(one -> !setup.quick() || one.quick()).toList();
    var findings = new Findings();
    findings.section(
        FIGURE,
        "cost and makespan, live and simulated",
        "Machines are processes of this machine that a recorded market freezes, shrinks, refuses"
            + " and ends; tasks sleep. Times are the market's, which is faster than real time.",
        "ours: on real machines.");
    var steps = new Steps(setup.progress(), told.size());
    for (LiveStory story : told) {
      steps.next(story.name() + ", " + story.about());
      tell(story, findings);
    }
    return findings.report(this, 1);
  }

  private static void tell(LiveStory story, Findings findings) {
    Path folder = null;
    try {
      folder = Files.createTempDirectory("windhover-live");
      story.write(folder);
      var audience = new LiveAudience();
      ToldTwice told = new LiveTrial(folder).run(audience);
      audience.troubles().forEach(line -> findings.note(story.name() + ": " + line));
      enter(story, told, findings);
    } catch (IOException | JobFileException e) {
      throw new CommandFailure(ExitCode.IMPOSSIBLE, story.name() + ": " + e.getMessage(), e);
    } finally {
      if (folder != null) {
        FolderTrees.remove(folder);
      }
    }
  }

  private static void enter(LiveStory story, ToldTwice told, Findings findings) {
    row(story, "cost", "$", told, ToldTwice.Side::dollars, findings);
    row(story, "makespan", "min", told, ToldTwice.Side::minutes, findings);
    row(story, "machines", "", told, LivePaper::machines, findings);
    row(story, "ended by a shrink", "", told, side -> side.squeezedOut().size(), findings);
    check(story, "cost", told.costDiffers(), told, ToldTwice.Side::dollars, findings);
    check(story, "makespan", told.makespanDiffers(), told, ToldTwice.Side::minutes, findings);
    findings.check(
        story.name() + ": in time",
        told.live().inTime() && told.simulated().inTime(),
        "live %s, simulated %s".formatted(inTime(told.live()), inTime(told.simulated())));
    findings.check(
        story.name() + ": as many attempts ended by a shrink on each machine",
        told.live().squeezedOutOn().equals(told.simulated().squeezedOutOn()),
        "live %s, simulated %s"
            .formatted(told.live().squeezedOutOn(), told.simulated().squeezedOutOn()));
    int most = Math.max(told.live().mostAtOnce(), told.simulated().mostAtOnce());
    findings.check(
        story.name() + ": small", most <= MACHINES_MAX, most + " machines at once at the most");
    var pair =
        new TimelinePair(
            new Timeline(story.name() + ", on real machines", told.live().record()),
            new Timeline(story.name() + ", simulated", told.simulated().record()));
    findings.picture(new Picture(story.name(), FIGURE, pair.svg()));
  }

  private static String inTime(ToldTwice.Side side) {
    return side.inTime() ? "kept its deadline" : side.record().succeeded() ? "late" : "not done";
  }

  private static double machines(ToldTwice.Side side) {
    return side.record().vms().stream().filter(VmRecord::cameUp).count();
  }

  private static void row(
      LiveStory story,
      String metric,
      String unit,
      ToldTwice told,
      ToDoubleFunction<ToldTwice.Side> value,
      Findings findings) {
    findings.row(
        Row.of(FIGURE, story.name(), story.policy(), metric, value.applyAsDouble(told.live()), unit)
            .with("simulated", value.applyAsDouble(told.simulated())));
  }

  private static void check(
      LiveStory story,
      String what,
      double differs,
      ToldTwice told,
      ToDoubleFunction<ToldTwice.Side> value,
      Findings findings) {
    findings.check(
        "%s: %s within %.0f %%".formatted(story.name(), what, 100 * ToldTwice.TOLERANCE),
        Math.abs(differs) <= ToldTwice.TOLERANCE,
        String.format(
            Locale.ROOT,
            "live %.4f, simulated %.4f, %+.1f %%",
            value.applyAsDouble(told.live()),
            value.applyAsDouble(told.simulated()),
            100 * differs));
  }
}
