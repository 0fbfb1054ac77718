package io.windhover.experiments.scs;

import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.policies.PolicyRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
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
    return make(name, new TreeMap<>());
  }

  /** With margins on what errs. */
  static Policy make(Case one) {
    SortedMap<String, String> settings = new TreeMap<>();
    if (one.marginPercent() > 0) {
      String share = String.valueOf(one.marginPercent() / 100.0);
      if (one.errors().runtimeError() > 0) {
        settings.put("runtime-margin", share);
      }
      if (one.errors().lagError() > 0) {
        settings.put("lag-margin", share);
      }
    }
    return make(one.policy(), settings);
  }

  private static Policy make(String name, SortedMap<String, String> settings) {
    return PolicyRegistry.make(name, settings, PolicyRegistry.Machines.COME_AND_GO);
  }

  /** Whether a late job under exact estimates is a broken promise. */
  static boolean promisesDeadlines(String name) {
    return PROMISE.contains(name) || make(name).traits().contains(Trait.KEEPS_DEADLINES);
  }
}
