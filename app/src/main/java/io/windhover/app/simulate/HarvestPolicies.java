package io.windhover.app.simulate;

import io.windhover.core.policy.Policy;
import io.windhover.core.words.Nearest;
import io.windhover.policies.PolicyRegistry;
import io.windhover.policies.harvest.Future;
import io.windhover.policies.harvest.Oracle;
import io.windhover.policies.harvest.frame.HarvestPolicy;
import io.windhover.policies.harvest.frame.HarvestSettings;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.harvest.HarvestScenario;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The policies for harvest machines, by name; one of them must be told the future. */
public final class HarvestPolicies implements Iterable<String> {
  private static final String ORACLE = "oracle";
  private static final String OWN = "harvest";
  private static final String KILL_ORDER = "kill-order";
  private static final List<String> NAMES =
      List.of(
          OWN,
          "slack",
          "slack-alt",
          "no-delay",
          "capacity",
          "checkpoint-migrate",
          "replicate",
          ORACLE);

  public HarvestPolicies() {}

  public static List<String> names() {
    return NAMES;
  }

  /**
   * The policy that was chosen. Ours is told the scenario's kill order, unless it has been told.
   *
   * @throws IllegalArgumentException with a line for people
   */
  public static Policy make(PolicyChoice choice, HarvestScenario scenario, Future future) {
    String name = choice.name();
    SortedMap<String, String> settings = new TreeMap<>(choice.settings());
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "\"%s\" is no policy for harvest machines; %s".formatted(name, hint(name)));
    }
    if (name.equals(ORACLE)) {
      if (!settings.isEmpty()) {
        throw new IllegalArgumentException(
            "%s has no setting \"%s\"; expected the name alone"
                .formatted(name, settings.firstKey()));
      }
      return new HarvestPolicy(new Oracle(future), HarvestSettings.DEFAULT);
    }
    if (name.equals(OWN)) {
      settings.putIfAbsent(KILL_ORDER, scenario.killOrder());
    }
    return PolicyRegistry.make(name, settings, PolicyRegistry.Machines.COME_AND_GO);
  }

  private static String hint(String name) {
    return Nearest.hint(name, NAMES);
  }

  @Override
  public Iterator<String> iterator() {
    return NAMES.iterator();
  }
}
