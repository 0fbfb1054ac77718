package io.windhover.experiments.scs;

import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.policies.PolicyRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/** Who is compared. */
final class Policies {
  static final String GREEDY = "greedy";
  static final String GAIN = "gain";
  static final String GAIN_WAIT = "gain-wait";
  static final String SCS = "scs";
  static final String SCS_PRINTED = "scs-printed";
  static final String IC_PCP = "ic-pcp";
  static final String WORKFLOW = "workflow";

  /** The paper's baselines first, ours last. */
  static final List<String> ALL =
      List.of(GREEDY, GAIN, GAIN_WAIT, IC_PCP, SCS_PRINTED, SCS, WORKFLOW);

  /** In the order in which runs are best begun: ours takes longest by far, the first least. */
  static final List<String> LONGEST_FIRST = longestFirst(ALL);

  /** Whom {@link #WORKFLOW} has to beat. */
  static final List<String> RIVALS = ALL.stream().filter(one -> !one.equals(WORKFLOW)).toList();

  /** Whom margins make safe against errors. */
  static final List<String> WITH_MARGINS = List.of(GAIN_WAIT, IC_PCP, SCS);

  private static final List<String> PROMISE = List.of(SCS, GAIN_WAIT, WORKFLOW);

  private Policies() {}

  static List<String> longestFirst(List<String> some) {
    List<String> reversed = new ArrayList<>(some);
    Collections.reverse(reversed);
    return List.copyOf(reversed);
  }

  static Policy make(String name) {
    return PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO);
  }

  /** With margins on what errs. */
  static Policy make(Case one) {
    TreeMap<String, String> settings = new TreeMap<>();
    String margin = String.valueOf(one.marginPercent() / 100.0);
    if (one.marginPercent() > 0 && one.errors().runtimeError() > 0) {
      settings.put("runtime-margin", margin);
    }
    if (one.marginPercent() > 0 && one.errors().lagError() > 0) {
      settings.put("lag-margin", margin);
    }
    return PolicyRegistry.make(one.policy(), settings, PolicyRegistry.Machines.COME_AND_GO);
  }

  /** Whether a late job under exact estimates is a broken promise. */
  static boolean promisesDeadlines(String name) {
    return PROMISE.contains(name) || make(name).traits().contains(Trait.KEEPS_DEADLINES);
  }
}
