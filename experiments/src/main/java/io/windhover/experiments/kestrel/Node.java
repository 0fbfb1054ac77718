package io.windhover.experiments.kestrel;

import io.windhover.simulator.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A machine of a site and the VMs on it. As long as no more commands run than fit, each has a core
 * and its memory to itself. Beyond that all share, most of the time goes into paging, and after
 * some time of this the host runs out of memory and ends everything.
 */
final class Node {
  /** What paging leaves of the cores. */
  private static final double PAGING = 0.6;

  private final Timeline timeline;
  private final String site;
  private final int fits;
  private final SplittableRandom chance;
  private final List<Vm> vms = new ArrayList<>();
  private boolean gone;
  private double strainLeftMillis;
  private long settledAtMillis;
  private int busy;
  private int plan;
  private Runnable breaks = () -> {};

  /**
   * A machine with no VMs yet.
   *
   * @param fits so many commands run side by side without paging
   * @param strainMillis how long it endures more of them
   */
  Node(Timeline timeline, String site, int fits, double strainMillis, SplittableRandom chance) {
    this.timeline = timeline;
    this.site = site;
    this.fits = fits;
    this.strainLeftMillis = strainMillis;
    this.chance = chance;
  }

  void whenItBreaks(Runnable action) {
    breaks = action;
  }

  /** Puts a VM on it and boots it. */
  void add(Vm vm) {
    vms.add(vm);
    vm.boot(bootMillis());
  }

  String site() {
    return site;
  }

  boolean gone() {
    return gone;
  }

  /** Longer where all VMs of a node read their image at once and page. */
  long bootMillis() {
    double minutes = 2 + 3 * chance.nextDouble();
    return (long) ((vms.size() > fits ? 2 : 1) * minutes * Month.MINUTE);
  }

  private double speed() {
    return busy <= fits ? 1 : PAGING * fits / busy;
  }

  /** Brings work and strain up to now; to be called before what runs here changes. */
  void settle() {
    long millis = timeline.nowMillis() - settledAtMillis;
    settledAtMillis = timeline.nowMillis();
    if (millis > 0 && busy > 0) {
      double cpuMillis = millis * speed();
      for (Vm vm : vms) {
        if (vm.busy()) {
          vm.work(cpuMillis);
        }
      }
      strainLeftMillis -= busy > fits ? millis : 0;
    }
  }

  /** To be called after what runs here has changed. */
  void changed() {
    int current = ++plan;
    busy = 0;
    double leastMillis = Double.MAX_VALUE;
    for (Vm vm : vms) {
      if (vm.busy()) {
        busy++;
        leastMillis = Math.min(leastMillis, vm.leftMillis());
      }
    }
    if (gone || busy == 0) {
      return;
    }
    double nextMillis = leastMillis / speed();
    if (busy > fits) {
      nextMillis = Math.min(nextMillis, strainLeftMillis);
    }
    timeline.in(
        (long) Math.ceil(Math.max(0, nextMillis)),
        () -> {
          if (current == plan) {
            due();
          }
        });
  }

  private void due() {
    settle();
    if (busy > fits && strainLeftMillis <= 0) {
      breaks.run();
      return;
    }
    for (Vm vm : vms) {
      if (vm.busy() && vm.leftMillis() <= 0) {
        vm.finish();
      }
    }
    changed();
  }

  /** Ends without a word, with everything on it. */
  void end() {
    if (!gone) {
      settle();
      gone = true;
      vms.forEach(Vm::vanish);
      changed();
    }
  }
}
