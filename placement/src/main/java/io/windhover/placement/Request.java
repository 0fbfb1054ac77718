package io.windhover.placement;

import java.util.List;

/**
 * A wish for one instance.
 *
 * @param traits the host must have all of them
 * @param zone the host must be in it; empty: any
 * @param group the group it belongs to; empty: none
 * @param rule what the group means for the choice of host
 * @param maxRunSeconds longest life of a preemptible instance; 0: no limit
 */
public record Request(
    String id,
    boolean preemptible,
    Size size,
    List<String> traits,
    String zone,
    String group,
    GroupRule rule,
    long maxRunSeconds) {
  /** What membership of a group means. All members count, preemptible ones too. */
  public enum GroupRule {
    NONE,
    /** Only hosts with a member; any host as long as the group has no member at all. */
    AFFINITY,
    /** Only hosts without a member. */
    ANTI_AFFINITY
  }

  public Request {
    Check.notBlank("id", id);
    Check.inRange("maxRunSeconds", (double) maxRunSeconds, 0, Instance.MAX_RUN_SECONDS_MAX);
    traits = traits.stream().distinct().sorted().toList();
    traits.forEach(trait -> Check.notBlank("traits", trait));
    if (rule != GroupRule.NONE) {
      Check.notBlank("group", group);
    }
  }

  public static Request normal(String id, Size size) {
    return new Request(id, false, size, List.of(), "", "", GroupRule.NONE, 0);
  }

  public static Request preemptible(String id, Size size) {
    return new Request(id, true, size, List.of(), "", "", GroupRule.NONE, 0);
  }

  public Request withTraits(String... names) {
    return new Request(id, preemptible, size, List.of(names), zone, group, rule, maxRunSeconds);
  }

  public Request withZone(String name) {
    return new Request(id, preemptible, size, traits, name, group, rule, maxRunSeconds);
  }

  public Request withGroup(String name, GroupRule meaning) {
    return new Request(id, preemptible, size, traits, zone, name, meaning, maxRunSeconds);
  }

  /** The instance this becomes when it is placed. */
  public Instance started(long nowMillis, double pricePerHour, int priority) {
    return new Instance(
        id, preemptible, size, nowMillis, pricePerHour, priority, group, maxRunSeconds);
  }
}
