package io.windhover.experiments.hads;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.policies.bag.Hads;
import io.windhover.policies.bag.hads.HadsSettings;
import io.windhover.policies.bag.hads.Mend;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.simulator.cloud.Outage;
import io.windhover.simulator.cloud.Reclaim;
import io.windhover.simulator.cloud.TraceMarket;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * The four places at which HADS as printed can end late, each with a run that shows it: with all
 * mends but one the run ends after the deadline, with all of them it does not.
 */
public final class Holes {
  private static final long STEPS_MAX = 1_000_000;
  private static final long FOR_EVER_MILLIS = 100_000_000;

  /** An hour: with so few on-demand VMs the bag needs more time than the paper's 35 minutes. */
  private static final long FEW_VMS_DEADLINE_MILLIS = 3_600_000;

  /**
   * One hole.
   *
   * @param mend what closes it
   * @param description what goes wrong in the run without the mend, for people
   * @param market made anew for every run
   */
  public record Hole(
      Mend mend,
      String description,
      JobSpec job,
      List<Offer> offers,
      Supplier<MarketProcess> market) {
    /** Whether the run is late when everything but this hole is mended. */
    public boolean lateWithout() {
      return !inTime(new Hads(HadsSettings.PAPER, EnumSet.complementOf(EnumSet.of(mend))));
    }

    public boolean inTimeWith() {
      return inTime(new Hads(HadsSettings.PAPER));
    }

    /** Whether this policy ends the run in time. */
    public boolean inTime(Policy policy) {
      Story story = new Story(List.of(new Happening.JobArrives(0, job)), Fate.asEstimated());
      var settings = new Simulation.Settings(offers, PaperSetting.cloud(market.get()), STEPS_MAX);
      World world = new Simulation(policy, story, settings, (batch, decision, w) -> {}).run();
      Job lived = world.job(1);
      return lived.count(TaskState.SUCCEEDED) == job.taskCount()
          && lived.endedAtMillis() <= lived.deadlineAtMillis();
    }
  }

  private Holes() {}

  /** One for each {@link Mend}, in its order. */
  public static List<Hole> all() {
    return List.of(
        harmful(
            Mend.CHECK_ON_RESUME,
            850,
            "a VM resumes just before its trigger, carries on unchecked and freezes again"),
        harmful(
            Mend.COUNT_UNPLACED,
            3,
            "a task that passes nowhere is left out of the estimate, so the trigger is too late"),
        harmful(
            Mend.INCLUSIVE_TRIGGER,
            40,
            "at the trigger exactly, the task that set it is left behind by a strict <"),
        allFreeze());
  }

  private static Hole harmful(Mend mend, long seed, String description) {
    List<Cell> cells = PaperSetting.cells();
    Cell cell = cells.get((int) (seed % cells.size()));
    return new Hole(
        mend,
        description,
        PaperSetting.job(cell, seed),
        PaperSetting.offers(0),
        () -> new AdversarialMarket(seed));
  }

  /**
   * Three on-demand VMs for what all the spot VMs leave: any one of those would find room, all
   * together do not. In the paper's own setting each spot VM can have an on-demand VM to itself,
   * and this hole was not found there.
   */
  private static Hole allFreeze() {
    return new Hole(
        Mend.FREEZE_ALL_FIRST,
        "all VMs freeze at one instant; each trigger counts on the same few on-demand VMs",
        PaperSetting.JOBS.get(0).draw(1, FEW_VMS_DEADLINE_MILLIS),
        fewerOnDemand(3),
        () -> frozenForEver(300_000));
  }

  private static List<Offer> fewerOnDemand(int marketLimit) {
    List<Offer> offers = new ArrayList<>();
    for (Offer offer : PaperSetting.offers(0)) {
      offers.add(
          offer.isSpot()
              ? offer
              : new Offer(
                  offer.name(),
                  offer.market(),
                  offer.machine(),
                  offer.limit(),
                  marketLimit,
                  offer.marketCores(),
                  offer.gflops(),
                  offer.startUpMillis(),
                  offer.billing()));
    }
    return offers;
  }

  /** Every spot type hibernates at this moment and none comes back. */
  private static MarketProcess frozenForEver(long atMillis) {
    List<Outage> outages = new ArrayList<>();
    for (Offer offer : PaperSetting.offers(0)) {
      if (offer.isSpot()) {
        outages.add(new Outage(offer.machine().type(), atMillis, FOR_EVER_MILLIS));
      }
    }
    return new TraceMarket(Reclaim.HIBERNATE, outages);
  }
}
