package io.windhover.placement;

import java.util.List;
import java.util.stream.Collectors;

/** The answer to a request. Nothing is changed by it: {@link Cluster#apply} does that. */
public sealed interface Placement {
  /** How the hosts were searched. */
  Search search();

  /**
   * A host that takes the request.
   *
   * @param victims the instances that must end first, by id; empty when there is room
   * @param victimCost what ending them costs, in the unit of the cost function
   * @param provenCheapest false when the search for the cheapest victims met its limit; the victims
   *     are sufficient all the same
   * @param total the host's weighted sum of normalised ranks
   */
  record Placed(
      String host,
      List<String> victims,
      double victimCost,
      boolean provenCheapest,
      double total,
      Search search)
      implements Placement {}

  /** No host passed the filters. */
  record Refused(List<Rejection> rejections, Search search) implements Placement {
    /** For people: "12 hosts: too little RAM, 3 hosts: anti-affinity". */
    public String reason() {
      return rejections.isEmpty()
          ? "there are no hosts"
          : rejections.stream().map(Rejection::toString).collect(Collectors.joining(", "));
    }
  }

  /** So many hosts were rejected for this reason first. */
  record Rejection(String reason, int hosts) {
    @Override
    public String toString() {
      return hosts + (hosts == 1 ? " host: " : " hosts: ") + reason;
    }
  }

  /**
   * Whether an index answered or every host was looked at, and if so why.
   *
   * @param hostsJudged on how many hosts a filter or rank was tried one by one
   */
  record Search(boolean indexed, String why, int hostsJudged) {}
}
