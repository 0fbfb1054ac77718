package io.windhover.placement;

/**
 * A host as filters and ranks see it while one request is decided. Valid only during the call: the
 * same object shows the next host afterwards.
 */
public interface HostView {
  String id();

  /** The host as it was built. */
  Host host();

  /** The most one instance may have here, however empty the host is. */
  int largestVcpus();

  int largestRamMb();

  /** Free in the full state, which counts every instance. Negative when the host is overfull. */
  int freeVcpus();

  int freeRamMb();

  int freeDiskGb();

  /** Free in the state the filters judge: normal for a normal request in one pass, else full. */
  int roomVcpus();

  int roomRamMb();

  int roomDiskGb();

  boolean hasTraitsOfRequest();

  boolean inZoneOfRequest();

  /** Whether a member of the request's group runs here. */
  boolean hasGroupMember();

  /** Whether a member of the request's group runs anywhere. */
  boolean groupHasMembers();

  /** Whether the request fits into what is free in the full state. */
  boolean hasRoom();

  /** The scheduler's own cost function. */
  VictimCost cost();

  /**
   * What the cheapest sufficient set of victims costs; 0 when there is room. Only for hosts that
   * passed the filters.
   */
  long cheapestVictimsMicros(VictimCost cost);

  /** The sum over all preemptible instances of the host. */
  long allVictimsMicros(VictimCost cost);
}
