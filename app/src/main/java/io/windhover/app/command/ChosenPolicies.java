package io.windhover.app.command;

import io.windhover.core.model.JobSpec;
import io.windhover.policies.PolicyRegistry;
import io.windhover.workload.PolicyChoice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who decides, and whom to set beside.
 *
 * @param beside others whose expected costs are shown, too
 */
record ChosenPolicies(PolicyChoice main, List<PolicyChoice> beside) {
  private static final String FOR_BAGS = "bag";
  private static final String FOR_LIVE_BAGS = "hads";
  private static final String OURS = "workflow";
  private static final String ESTIMATES = "estimates";
  private static final List<String> FOR_WORKFLOWS = List.of(OURS, "scs", "on-demand");
  private static final List<String> RIVALS = List.of("greedy", "gain-wait");

  ChosenPolicies {
    beside = List.copyOf(beside);
  }

  List<PolicyChoice> all() {
    List<PolicyChoice> all = new ArrayList<>(List.of(main));
    all.addAll(beside);
    return all;
  }

  /**
   * Those asked for here, else the file's, else what suits the jobs: tasks that wait for others are
   * a workflow. Settings belong to the policy they stand at.
   */
  static ChosenPolicies of(List<String> asked, PolicyChoice stated, List<JobSpec> kinds) {
    if (!asked.isEmpty()) {
      List<PolicyChoice> chosen = new ArrayList<>();
      for (String name : asked) {
        chosen.add(name.equals(stated.name()) ? stated : new PolicyChoice(name, Map.of(), 0));
      }
      return new ChosenPolicies(chosen.get(0), chosen.subList(1, chosen.size()));
    }
    if (stated.stated()) {
      return new ChosenPolicies(stated, List.of());
    }
    boolean workflow =
        kinds.stream()
            .flatMap(job -> job.groups().stream())
            .anyMatch(group -> !group.after().isEmpty());
    List<String> known = PolicyRegistry.names();
    List<String> fit =
        workflow ? FOR_WORKFLOWS.stream().filter(known::contains).toList() : List.of();
    if (fit.isEmpty()) {
      return new ChosenPolicies(usual(FOR_BAGS), List.of());
    }
    return new ChosenPolicies(
        usual(fit.get(0)),
        RIVALS.stream().filter(known::contains).map(ChosenPolicies::usual).toList());
  }

  /**
   * Who decides where work is really done on rented machines and nobody was named: hads in the
   * place of bag, which starts some tasks twice at once; who names bag says that they bear that.
   */
  static PolicyChoice live(List<JobSpec> kinds) {
    PolicyChoice suits = of(List.of(), PolicyChoice.UNSTATED, kinds).main();
    return suits.name().equals(FOR_BAGS) ? usual(FOR_LIVE_BAGS) : suits;
  }

  /** The same, with ours told that estimates err, unless it was told how to take them. */
  ChosenPolicies doubting() {
    return new ChosenPolicies(
        doubting(main), beside.stream().map(ChosenPolicies::doubting).toList());
  }

  private static PolicyChoice doubting(PolicyChoice choice) {
    if (!choice.name().equals(OURS) || choice.settings().containsKey(ESTIMATES)) {
      return choice;
    }
    Map<String, String> settings = new LinkedHashMap<>(choice.settings());
    settings.put(ESTIMATES, "doubted");
    return new PolicyChoice(choice.name(), settings, choice.line());
  }

  private static PolicyChoice usual(String name) {
    return new PolicyChoice(name, Map.of(), 0);
  }
}
