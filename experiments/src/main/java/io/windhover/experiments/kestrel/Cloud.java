package io.windhover.experiments.kestrel;

import io.windhover.core.chance.Chance;
import io.windhover.simulator.Timeline;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The machines there are: nodes that the batch system of a large site gives us for three days at
 * most and takes away when their owners want them, and single VMs at two other sites. Somebody
 * fills the pool up again: twice a day, with eight VMs to a node of which six fit, until it is
 * tuned; every ten minutes, with as many as fit, from then on.
 */
final class Cloud {
  static final String LARGE_SITE = "palmetto";
  static final String CERN = "cern";
  static final String EC2 = "ec2";

  private static final int VMS_AT_FIRST = 8;
  private static final int VMS_THAT_FIT = 6;

  /** The batch system's limit. */
  private static final long WALL = 3 * Month.DAY;

  private static final long REFILL_AT_FIRST = 12 * Month.HOUR;
  private static final long REFILL_TUNED = 10 * Month.MINUTE;

  /** How long an over-subscribed node lasts on average. */
  private static final double STRAIN_MEAN = 9.0 * Month.HOUR;

  private static final double PREEMPTED_AFTER = 10.0 * Month.DAY;
  private static final double ELSEWHERE_LASTS = 8.0 * Month.DAY;

  /** One in so many of the VMs elsewhere is at EC2. */
  private static final int EC2_SHARE = 4;

  /** How often what the large site leaves us changes, how far, and how long that lasts. */
  private static final long ACCESS_CHANGES = 6 * Month.HOUR;

  private static final double ACCESS_SPREAD = 0.1;
  private static final double ACCESS_STAYS = 0.8;
  private static final double ACCESS_BY_NIGHT = 0.04;

  private final Scene scene;
  private final Month month;
  private final Timeline timeline;
  private final SplittableRandom chance;
  private final Set<Node> nodes = new LinkedHashSet<>();
  private final Set<Node> singles = new LinkedHashSet<>();
  private int nodesQueued;
  private int machines;
  private int period;
  private double accessNoise;
  private boolean tuned;

  Cloud(Scene scene, Month month) {
    this.scene = scene;
    this.month = month;
    this.timeline = scene.timeline();
    this.chance = Chance.stream(scene.seed(), "cloud", 0);
  }

  /** Begins to keep the pool filled. */
  void open() {
    int opened = ++period;
    keepFilled(opened);
    keepSingles(opened);
    watchAccess(opened);
  }

  /** Lets everything go. */
  void close() {
    period++;
    endAll();
    List.copyOf(singles).forEach(Node::end);
    singles.clear();
  }

  /** From now on no more VMs than fit; what is there is started anew. */
  void tune() {
    tuned = true;
    endAll();
    open();
  }

  private void endAll() {
    List.copyOf(nodes).forEach(Node::end);
    nodes.clear();
  }

  private void keepFilled(int opened) {
    if (opened != period) {
      return;
    }
    int perNode = tuned ? VMS_THAT_FIT : VMS_AT_FIRST;
    int wished = (month.goal() - month.elsewhere() + perNode - 1) / perNode;
    int missing = Math.min(wished, access()) - nodes.size() - nodesQueued;
    for (int i = 0; i < missing; i++) {
      nodesQueued++;
      long queuedMillis = (long) ((2 + 28 * chance.nextDouble()) * Month.MINUTE);
      timeline.in(queuedMillis, () -> grant(opened, perNode));
    }
    timeline.in(tuned ? REFILL_TUNED : REFILL_AT_FIRST, () -> keepFilled(opened));
  }

  private void grant(int opened, int perNode) {
    nodesQueued--;
    if (opened != period) {
      return;
    }
    Node node = node(LARGE_SITE, VMS_THAT_FIT, perNode);
    nodes.add(node);
    node.whenItBreaks(
        () -> {
          scene.tally().nodesBroken++;
          take(node);
        });
    endIn(node, (long) exponential(PREEMPTED_AFTER), () -> scene.tally().nodesPreempted++);
    endIn(node, WALL, () -> scene.tally().nodesExpired++);
  }

  private void endIn(Node node, long millis, Runnable counted) {
    timeline.in(
        millis,
        () -> {
          if (!node.gone()) {
            counted.run();
            take(node);
          }
        });
  }

  private void take(Node node) {
    nodes.remove(node);
    node.end();
  }

  private Node node(String site, int fits, int vms) {
    int number = ++machines;
    SplittableRandom ofNode = Chance.stream(scene.seed(), "node", number);
    Node node = new Node(timeline, site, fits, exponential(STRAIN_MEAN), ofNode);
    for (int i = 1; i <= vms; i++) {
      node.add(new Vm(scene, node, "%s-%d-%d".formatted(site, number, i)));
    }
    return node;
  }

  private void keepSingles(int opened) {
    if (opened != period) {
      return;
    }
    while (singles.size() < month.elsewhere()) {
      Node node = node(machines % EC2_SHARE == 0 ? EC2 : CERN, 1, 1);
      singles.add(node);
      timeline.in(
          (long) exponential(ELSEWHERE_LASTS),
          () -> {
            singles.remove(node);
            node.end();
          });
    }
    timeline.in(Month.HOUR, () -> keepSingles(opened));
  }

  // What the owners of the large site leave us.

  private int access() {
    double hour = timeline.nowMillis() % Month.DAY / (double) Month.HOUR;
    double byNight = ACCESS_BY_NIGHT * StrictMath.cos(2 * Math.PI * hour / 24);
    return (int) Math.round(month.nodesMean() * (1 + byNight + accessNoise));
  }

  /** When they want more for themselves, some of our nodes go at once. */
  private void watchAccess(int opened) {
    if (opened != period) {
      return;
    }
    double drawn = (chance.nextDouble() + chance.nextDouble() - 1) * ACCESS_SPREAD;
    accessNoise = ACCESS_STAYS * accessNoise + drawn;
    List<Node> ours = new ArrayList<>(nodes);
    for (int surplus = ours.size() - access(); surplus > 0 && !ours.isEmpty(); surplus--) {
      scene.tally().nodesPreempted++;
      take(ours.remove(chance.nextInt(ours.size())));
    }
    timeline.in(ACCESS_CHANGES, () -> watchAccess(opened));
  }

  private double exponential(double mean) {
    return -mean * StrictMath.log(1 - chance.nextDouble());
  }
}
