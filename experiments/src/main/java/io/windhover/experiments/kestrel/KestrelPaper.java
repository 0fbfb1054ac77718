package io.windhover.experiments.kestrel;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Reproduction;
import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.paper.Steps;
import io.windhover.virtual.FastStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The month in which Kestrel ran STAR's simulations, lived again: the real manager with its journal
 * and store, the real agents of some 800 workers and every message between them, in virtual time.
 * Only the machines, what commands do on them, and misfortune are modelled.
 */
public final class KestrelPaper implements Reproduction {
  static final String OURS = "windhover";

  private static final int SEEDS = 4;
  private static final int SEEDS_QUICK = 1;

  @Override
  public String name() {
    return "kestrel";
  }

  @Override
  public String title() {
    return "a month of STAR's simulations on workers that come and go (Stout and others)";
  }

  @Override
  public Report run(Setup setup) {
    Month month = setup.quick() ? Month.SMALL : Month.WHOLE;
    int seeds = setup.seeds(SEEDS, SEEDS_QUICK);
    var findings = new Findings();
    List<Measured> months = live(month, seeds, setup);
    if (months.stream().allMatch(Measured::finished)) {
      new Summary(findings, months).run();
      new Figures(findings, months).run();
    }
    new Promises(findings, months).run();
    sameAgain(findings, months);
    notes(findings);
    return findings.report(this, seeds);
  }

  private static List<Measured> live(Month month, int seeds, Setup setup) {
    int together = Runtime.getRuntime().availableProcessors();
    var steps = new Steps(setup.progress(), (seeds + together - 1) / together);
    List<Measured> months = new ArrayList<>();
    for (int done = 0; done < seeds; done += together) {
      int last = Math.min(seeds, done + together);
      steps.next("months %d to %d of %d".formatted(done + 1, last, seeds));
      months.addAll(months(month, LongStream.rangeClosed(done + 1, last).toArray()));
    }
    steps.next("done");
    return months;
  }

  /** Side by side, each with a store of its own that is gone afterwards. */
  private static List<Measured> months(Month month, long[] seeds) {
    return LongStream.of(seeds).parallel().mapToObj(seed -> month(month, seed)).toList();
  }

  static Measured month(Month month, long seed) {
    try {
      Path folder = Files.createTempDirectory("windhover");
      folder.toFile().deleteOnExit();
      var stores = new FastStores(folder, seed).deletedOnExit();
      Measured measured = MonthRun.of(month, seed, stores);
      Files.delete(folder);
      return measured;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Same seed, same month: told by a small one that is lived through twice. */
  private static void sameAgain(Findings findings, List<Measured> months) {
    Set<Long> different = new LinkedHashSet<>();
    boolean once = months.get(0).month().equals(Month.SMALL);
    if (once) {
      different.add(months.get(0).fingerprint());
    }
    for (Measured small : months(Month.SMALL, once ? new long[] {1} : new long[] {1, 1})) {
      different.add(small.fingerprint());
    }
    findings.check(
        "the same seed tells the same month",
        different.size() == 1,
        "every batch and decision of a small month, lived twice");
  }

  private static void notes(Findings findings) {
    findings.note(
        "Real: Manager, Match, journal and results in SQLite, recovery, the messages of the wire,"
            + " the Agent of every worker. Modelled: machines, how long commands take, the network."
            + " One thread and virtual time, so a seed tells the same month again.");
    findings.note(
        "Heartbeats every 5 minutes, given up after 20 minutes of silence; an unanswered order is"
            + " said again after 30 s. The defaults (5 s, 30 s, 2 s) would make hundreds of"
            + " millions of heartbeats in a month and change little where a task takes 5 hours.");
    findings.note(
        "Supply, ours: a large site whose batch system gives nodes for three days at most and takes"
            + " them back when owners want them; 130 single VMs elsewhere. At first eight VMs on"
            + " nodes where six fit, filled up twice a day: more than six commands page (0.6 of"
            + " the speed, shared) and after 9 hours of it on average the node dies. Tuned: six,"
            + " filled up every ten minutes, and only what owners leave, which is irregular. The"
            + " paper gives none of these numbers; that bursts keep step comes from filling up"
            + " twice a day, which is our guess.");
    findings.note(
        "Every cleanup restarts the VM, as STAR's did, so a worker joins anew after every task. It"
            + " is given nothing while it cleans up; orders that never started are those to VMs"
            + " that had gone without a word, or were lost on the way.");
  }
}
