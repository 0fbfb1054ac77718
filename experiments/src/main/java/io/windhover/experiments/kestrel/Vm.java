package io.windhover.experiments.kestrel;

import io.windhover.virtual.VirtualWorker;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Order;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import io.windhover.worker.AgentSettings;
import io.windhover.worker.Runner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A VM with one core, and the agent that starts when it boots. Cleaning up is booting again. */
final class Vm implements Runner {
  /** What a VM says it can do, and the jobs require. */
  static final String LABEL = "STAR";

  /**
   * A sign of life every five minutes instead of every five seconds: a month of 800 workers is then
   * seven million heartbeats and as many answers, not hundreds of millions of each.
   */
  static final AgentSettings AGENT =
      new AgentSettings(
          5 * Month.MINUTE,
          2_000,
          5 * Month.MINUTE,
          5_000,
          5 * Month.MINUTE,
          5_000,
          1_000,
          30 * Month.MINUTE,
          2_000,
          10,
          100);

  private final Scene scene;
  private final Node node;
  private final String name;
  private @Nullable VirtualWorker worker;
  private int boots;

  private @Nullable AttemptRef running;
  private double plannedMillis;
  private double leftMillis;
  private int exitCode;
  private long begunMillis;

  Vm(Scene scene, Node node, String name) {
    this.scene = scene;
    this.node = node;
    this.name = name;
  }

  String name() {
    return name;
  }

  String site() {
    return node.site();
  }

  boolean busy() {
    return running != null;
  }

  /** CPU time until its command ends. */
  double leftMillis() {
    return leftMillis;
  }

  void work(double cpuMillis) {
    leftMillis -= cpuMillis;
  }

  /** The agent starts when the VM is up, if the node is still there then. */
  void boot(long bootMillis) {
    scene
        .timeline()
        .in(
            bootMillis,
            () -> {
              if (!node.gone()) {
                up();
              }
            });
  }

  private void up() {
    scene.tally().boots++;
    String session = name + "/" + ++boots;
    VirtualWorker born =
        new VirtualWorker(
            scene.timeline(),
            new WorkerProfile(name, session, List.of(LABEL), 1, 0),
            AGENT,
            self -> this,
            message -> scene.wire().toManager(this, message));
    worker = born;
    scene.wire().connect(this);
    born.join();
  }

  void received(ToWorker message) {
    if (worker != null) {
      worker.received(message);
    }
  }

  /** Gone, and nothing is left that could close a connection. */
  void vanish() {
    scene.wire().disconnect(this);
    if (worker != null) {
      worker.die();
    }
    if (running != null) {
      scene.tally().lostCommands++;
      takeAway();
    }
  }

  // What its agent wants done.

  @Override
  public void start(Order order) {
    node.settle();
    AttemptRef ref = order.ref();
    double share = scene.work().share(ref);
    exitCode = share < 1 ? 1 : 0;
    plannedMillis = share * scene.work().cpuMillis(ref.job(), ref.task());
    leftMillis = plannedMillis;
    begunMillis = scene.timeline().nowMillis();
    running = ref;
    scene.deeds().started(ref);
    scene.tally().executing++;
    up(worker).started(ref);
    node.changed();
  }

  /** The command has done its work. */
  void finish() {
    AttemptRef ref = takeAway();
    scene.deeds().ended(ref, exitCode);
    scene.tally().failedCommands += exitCode == 0 ? 0 : 1;
    up(worker).exited(ref, exitCode, scene.timeline().nowMillis() - begunMillis);
  }

  @Override
  public void stop(AttemptRef ref, long graceMillis) {
    if (ref.equals(running)) {
      node.settle();
      takeAway();
      scene.tally().stoppedCommands++;
      up(worker).stopped(ref, scene.timeline().nowMillis() - begunMillis);
      node.changed();
    }
  }

  /** Nothing of what ran there was ever saved. */
  @Override
  public void checkpoint(AttemptRef ref) {}

  /** The cleanup script restarts the VM: the connection closes and the agent is no more. */
  @Override
  public void clean(Order order) {
    scene.wire().disconnect(this);
    up(worker).die();
    scene.wire().closed(this);
    boot(node.bootMillis());
  }

  private AttemptRef takeAway() {
    AttemptRef ref = running;
    if (ref == null) {
      throw new IllegalStateException(name + " runs nothing");
    }
    running = null;
    scene.tally().executing--;
    scene.tally().cpuMillis += plannedMillis - leftMillis;
    return ref;
  }

  private static VirtualWorker up(@Nullable VirtualWorker worker) {
    if (worker == null) {
      throw new IllegalStateException("the VM has not come up");
    }
    return worker;
  }
}
