package io.windhover.experiments.scs;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Reproduction;
import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.paper.Steps;
import io.windhover.experiments.scs.Campaign.Block;
import io.windhover.experiments.scs.Draws.Room;
import io.windhover.workload.generate.Application;
import java.util.ArrayList;
import java.util.List;

/**
 * SCS's Figures 8 to 14 with its two rivals, a fairer form of one of them, IC-PCP, our own {@code
 * workflow} and a lower bound; beyond them light and heavy load, billing by the second, errors in
 * every cell, and streams of real workflows.
 */
public final class ScsPaper implements Reproduction {
  @Override
  public String name() {
    return "scs";
  }

  @Override
  public String title() {
    return "streams of workflows with deadlines (Mao and Humphrey 2011)";
  }

  @Override
  public boolean keepsRuns() {
    return true;
  }

  @Override
  public Report run(Setup setup) {
    return run(setup, Scope.of(setup));
  }

  /** As much of it as this; for tests. */
  Report run(Setup setup, Scope scope) {
    List<Block> blocks = blocks(scope);
    var findings = new Findings();
    var campaign = new Campaign(scope, setup.past());
    var real = new RealStreams(findings, scope, setup);
    var loops = new Figure14(findings, scope, setup.nanoClock());
    int count = blocks.size() + RealStreams.STEPS + loops.steps();
    var steps = new Steps(setup.progress(), count);
    campaign.run(blocks, steps);
    new Savings(findings, campaign, scope).run();
    new Figures8To10(findings, campaign, scope).run();
    new Patterns(findings, campaign, scope).run();
    new Figure11(findings, campaign, scope).run();
    new Figures12And13(findings, campaign, scope).run();
    new Errors(findings, campaign, scope).run();
    new AllCells(findings, campaign, scope).run();
    loops.run(steps);
    real.run(steps);
    new Promises(findings, campaign).run();
    notes(findings, campaign);
    scope.leftOut().ifPresent(findings::note);
    steps.next("done");
    return findings.report(this, scope.draws());
  }

  private static List<Block> blocks(Scope scope) {
    List<Block> blocks = new ArrayList<>(Figures8To10.blocks(scope));
    blocks.addAll(AllCells.blocks(scope));
    blocks.addAll(Figures12And13.blocks(scope));
    blocks.add(Errors.block(scope));
    return scope.quick() ? List.of(Block.together("all streams", blocks)) : blocks;
  }

  private static void notes(Findings findings, Campaign campaign) {
    findings.note(
        "Draws: the paper publishes neither its task times nor its volumes. A draw gives each task"
            + " 4 to 20 minutes on the standard type, a type that it runs many times faster on, or"
            + " none, and the moments at which jobs come.");
    findings.note("Redrawn, exact estimates: " + redrawn(campaign, Room.EXACT) + ".");
    findings.note("Redrawn, 20 % error: " + redrawn(campaign, Room.FOR_ERRORS) + ".");
  }

  /** How many draws nobody could have met, by application and deadline. */
  private static String redrawn(Campaign campaign, Room room) {
    List<String> counts = new ArrayList<>();
    int all = 0;
    int made = 0;
    for (Application application : Application.values()) {
      for (long deadline : ScsSetting.DEADLINES_MILLIS) {
        Draws draws = campaign.drawn(application, deadline, room);
        all += draws.redrawn();
        made += draws.seeds().size();
        if (draws.redrawn() > 0) {
          counts.add(
              "%s %s %d of %d"
                  .formatted(
                      application.text(),
                      ScsSetting.deadlineText(deadline),
                      draws.redrawn(),
                      draws.redrawn() + draws.seeds().size()));
        }
      }
    }
    return "%d draws that nobody could meet, beside %d that somebody could%s"
        .formatted(all, made, all == 0 ? "" : " (" + String.join(", ", counts) + ")");
  }
}
