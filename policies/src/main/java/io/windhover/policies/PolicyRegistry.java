package io.windhover.policies;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.policy.Policy;
import io.windhover.policies.bag.Bag;
import io.windhover.policies.bag.Hads;
import io.windhover.policies.bag.HadsAuthors;
import io.windhover.policies.bag.HadsPrinted;
import io.windhover.policies.bag.OnDemandOnly;
import io.windhover.policies.bag.Release;
import io.windhover.policies.bag.SpotNoHibernation;
import io.windhover.policies.bag.frugal.BagSettings;
import io.windhover.policies.bag.hads.HadsSettings;
import io.windhover.policies.bag.hads.PrimaryPlanner;
import io.windhover.policies.bag.plan.Planner;
import io.windhover.policies.match.Match;
import io.windhover.policies.workflow.Gain;
import io.windhover.policies.workflow.GainWait;
import io.windhover.policies.workflow.Greedy;
import io.windhover.policies.workflow.IcPcp;
import io.windhover.policies.workflow.Scs;
import io.windhover.policies.workflow.ScsPrinted;
import io.windhover.policies.workflow.Workflow;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.policies.workflow.frame.WorkflowPolicy;
import io.windhover.policies.workflow.frame.WorkflowSettings;
import io.windhover.policies.workflow.frame.WorkflowSettings.Impossible;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Every policy by its name: explicit lines, no scanning. */
public final class PolicyRegistry {
  /** Where a policy is going to be used; some decide differently when no machine can join later. */
  public enum Machines {
    FIXED,
    COME_AND_GO
  }

  /** Makes a policy of its settings, as the job file gives them. */
  @FunctionalInterface
  private interface Maker {
    Policy make(SortedMap<String, String> settings, Machines machines);
  }

  private static final SortedMap<String, Maker> MAKERS = makers();

  /** Section 5.3.1 of HADS: the baselines follow the plan of Algorithm 2, as printed. */
  private static final Planner PRINTED = new PrimaryPlanner(HadsSettings.PAPER);

  private static final List<String> FOR_COMPARISON =
      List.of("hads-authors", "hads-printed", "scs-printed");

  private PolicyRegistry() {}

  private static SortedMap<String, Maker> makers() {
    SortedMap<String, Maker> makers = new TreeMap<>();
    makers.put("bag", (settings, machines) -> bag(settings));
    makers.put("capacity", (settings, machines) -> HarvestMakers.capacity(settings));
    makers.put(
        "checkpoint-migrate", (settings, machines) -> HarvestMakers.checkpointMigrate(settings));
    makers.put("gain", (settings, machines) -> workflow(new Gain(), settings));
    makers.put("gain-wait", (settings, machines) -> workflow(new GainWait(), settings));
    makers.put("greedy", (settings, machines) -> workflow(new Greedy(), settings));
    makers.put("hads", (settings, machines) -> new Hads(hads("hads", settings)));
    makers.put(
        "hads-authors", (settings, machines) -> new HadsAuthors(hads("hads-authors", settings)));
    makers.put(
        "hads-printed", (settings, machines) -> new HadsPrinted(hads("hads-printed", settings)));
    makers.put("harvest", (settings, machines) -> HarvestMakers.harvest(settings));
    makers.put("ic-pcp", (settings, machines) -> workflow(new IcPcp(), settings));
    makers.put("match", PolicyRegistry::match);
    makers.put("no-delay", (settings, machines) -> HarvestMakers.noDelay(settings));
    makers.put("on-demand", (settings, machines) -> onDemand(settings));
    makers.put("replicate", (settings, machines) -> HarvestMakers.replicate(settings));
    makers.put("scs", (settings, machines) -> workflow(new Scs(), settings));
    makers.put("scs-printed", (settings, machines) -> workflow(new ScsPrinted(), settings));
    makers.put("slack", (settings, machines) -> HarvestMakers.slack(false, settings));
    makers.put("slack-alt", (settings, machines) -> HarvestMakers.slack(true, settings));
    makers.put("spot-no-hibernation", (settings, machines) -> spotNoHibernation(settings));
    makers.put("workflow", (settings, machines) -> ownWorkflow(settings));
    return makers;
  }

  public static List<String> names() {
    return List.copyOf(MAKERS.keySet());
  }

  /**
   * The policies that are for use. The others do as a paper prints or as its authors programmed,
   * with the faults of that, and are there to be compared with. Tests that carry the design run
   * over these.
   */
  public static List<String> namesForUse() {
    return names().stream().filter(name -> !FOR_COMPARISON.contains(name)).toList();
  }

  /**
   * Makes the policy of this name.
   *
   * @throws IllegalArgumentException with a line for people, for an unknown name or setting
   */
  public static Policy make(String name, SortedMap<String, String> settings, Machines machines) {
    Maker maker = MAKERS.get(name);
    if (maker == null) {
      throw new IllegalArgumentException(
          "\"%s\" is not a policy; there are: %s".formatted(name, String.join(", ", names())));
    }
    return maker.make(settings, machines);
  }

  private static Policy match(SortedMap<String, String> settings, Machines machines) {
    new SettingsReader("match", settings).nothingElse();
    return new Match(
        machines == Machines.FIXED ? Match.Impossible.IS_REFUSED : Match.Impossible.WAITS);
  }

  private static Policy bag(SortedMap<String, String> settings) {
    SettingsReader reader = new SettingsReader("bag", settings);
    BagSettings usual = BagSettings.DEFAULT;
    BagSettings chosen =
        new BagSettings(
            reader.durationMillis("margin", usual.marginMillis()),
            reader.positiveDurationMillis("exposure", usual.exposureMillis()),
            reader.perMille("mix", usual.mixPerMille()),
            checkpoints(reader));
    reader.nothingElse();
    return new Bag(chosen);
  }

  static HadsSettings hads(String policy, SortedMap<String, String> settings) {
    SettingsReader reader = new SettingsReader(policy, settings);
    HadsSettings paper = HadsSettings.PAPER;
    HadsSettings chosen =
        new HadsSettings(
            reader.durationMillis("alpha", paper.alphaMillis()),
            reader.shareMillionths("checkpoint-overhead", paper.overheadMillionths()),
            reader.positiveDurationMillis("cycle", paper.cycleMillis()),
            checkpoints(reader));
    reader.nothingElse();
    return chosen;
  }

  /** A millisecond for each MB of a million bytes is a nanosecond for each byte. */
  private static CheckpointCost checkpoints(SettingsReader reader) {
    CheckpointCost usual = CheckpointCost.HADS;
    return new CheckpointCost(
        reader.durationMillis("dump-fixed", usual.fixedMillis()),
        reader.durationMillis("dump-per-mb", usual.nanosPerByte()));
  }

  private static Policy onDemand(SortedMap<String, String> settings) {
    return new OnDemandOnly(PRINTED, release("on-demand", settings));
  }

  private static Policy spotNoHibernation(SortedMap<String, String> settings) {
    return new SpotNoHibernation(PRINTED, release("spot-no-hibernation", settings));
  }

  private static Release release(String policy, SortedMap<String, String> settings) {
    SettingsReader reader = new SettingsReader(policy, settings);
    Release release =
        Release.of(reader.choice("release", List.of(Release.AT_ONCE.text(), Release.CYCLE.text())));
    reader.nothingElse();
    return release;
  }

  private static Policy ownWorkflow(SortedMap<String, String> settings) {
    SettingsReader reader = new SettingsReader("workflow", settings);
    Impossible impossible =
        Impossible.of(
            reader.choice("impossible", List.of(Impossible.REFUSE.text(), Impossible.WARN.text())));
    boolean trusts = reader.choice("estimates", List.of("trusted", "doubted")).equals("trusted");
    reader.nothingElse();
    return new Workflow(impossible == Impossible.REFUSE, trusts);
  }

  private static Policy workflow(Method method, SortedMap<String, String> settings) {
    SettingsReader reader = new SettingsReader(method.name(), settings);
    WorkflowSettings usual = WorkflowSettings.DEFAULT;
    WorkflowSettings chosen =
        new WorkflowSettings(
            Impossible.of(
                reader.choice(
                    "impossible", List.of(Impossible.REFUSE.text(), Impossible.WARN.text()))),
            reader.shareMillionths("runtime-margin", usual.runtimeMarginMillionths()),
            reader.shareMillionths("lag-margin", usual.lagMarginMillionths()));
    reader.nothingElse();
    return new WorkflowPolicy(method, chosen);
  }
}
