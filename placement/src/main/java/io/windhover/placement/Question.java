package io.windhover.placement;

import io.windhover.placement.Request.GroupRule;
import io.windhover.placement.victims.VictimSearch;
import java.util.Arrays;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** One request being decided: what is asked, and the host that is looked at. */
final class Question implements HostView {
  /** Which instances the filters count. */
  enum State {
    FULL,
    NORMAL
  }

  private static final Request NOTHING = Request.normal("nothing", new Size(0, 0, 0));
  private static final int[] NO_HOSTS = {};

  private final Cluster cluster;
  private final HostTable hosts;
  private final InstanceTable instances;
  private final VictimSearch search = new VictimSearch();

  private Request request = NOTHING;
  private VictimCost cost = VictimCosts.PERIOD;
  private boolean normalState;

  private boolean anyTraits;
  private boolean[] traitsMatch = new boolean[16];
  private int zone;
  private int[] groupHosts = NO_HOSTS;

  // Hosts of the group carry the number of the question.
  private int[] groupMark = new int[16];
  private int number;

  private int shown;
  private boolean memberShown;
  private boolean proven;

  Question(Cluster cluster) {
    this.cluster = cluster;
    this.hosts = cluster.hosts;
    this.instances = cluster.instances;
  }

  void ask(Request asked, Settings settings, State state, long nowMillis) {
    request = asked;
    cost = settings.cost();
    normalState = state == State.NORMAL;
    search.setNodesMax(settings.victimNodesMax());
    instances.setNow(nowMillis);
    number++;
    proven = true;
    anyTraits = asked.traits().isEmpty();
    if (!anyTraits) {
      int sets = cluster.names.traitSetCount();
      traitsMatch = sets > traitsMatch.length ? new boolean[sets * 2] : traitsMatch;
      cluster.names.mark(asked.traits(), traitsMatch);
    }
    zone = asked.zone().isEmpty() ? Names.UNKNOWN : cluster.names.knownZone(asked.zone());
    groupHosts = NO_HOSTS;
    if (asked.rule() != GroupRule.NONE) {
      findGroup(cluster.groups.hostsOf(asked.group()));
    }
  }

  private void findGroup(@Nullable SortedMap<Integer, Integer> members) {
    if (members == null) {
      return;
    }
    groupHosts = new int[members.size()];
    int count = 0;
    for (int host : members.keySet()) {
      groupHosts[count++] = host;
    }
    int last = groupHosts[count - 1];
    if (last >= groupMark.length) {
      groupMark = Arrays.copyOf(groupMark, Math.max(last + 1, hosts.host.length));
    }
    for (int host : groupHosts) {
      groupMark[host] = number;
    }
  }

  Request request() {
    return request;
  }

  int[] groupHosts() {
    return groupHosts;
  }

  /** Whether only hosts of the group will do. */
  boolean isBoundToGroup() {
    return request.rule() == GroupRule.AFFINITY && groupHosts.length > 0;
  }

  boolean isMember(int host) {
    return groupHosts.length > 0 && host < groupMark.length && groupMark[host] == number;
  }

  void show(int host) {
    shown = host;
    memberShown = isMember(host);
  }

  /** Shows a host that stands for all hosts of its class that are, or are not, of the group. */
  void show(int host, boolean member) {
    shown = host;
    memberShown = member;
  }

  @Nullable String firstRejection(HostFilter[] filters) {
    for (HostFilter filter : filters) {
      String reason = filter.rejects(this, request);
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }

  /** Hands the shown host's preemptibles to the search. */
  VictimSearch victims(VictimCost by) {
    Size size = request.size();
    search.begin(
        size.vcpus() - hosts.freeVcpus[shown],
        size.ramMb() - hosts.freeRamMb[shown],
        size.diskGb() - hosts.freeDiskGb[shown]);
    int[] list = hosts.preemptibles[shown];
    int count = hosts.preemptibleCount[shown];
    for (int i = 0; i < count; i++) {
      int slot = list[i];
      search.add(
          instances.vcpus[slot],
          instances.ramMb[slot],
          instances.diskGb[slot],
          instances.micros(by, slot));
    }
    return search;
  }

  @Override
  public long cheapestVictimsMicros(VictimCost by) {
    return hasRoom() ? 0 : cheapestVictimsMicros(by, Long.MAX_VALUE);
  }

  /** As above if it is at most the limit, else {@link VictimSearch#NONE}. */
  long cheapestVictimsMicros(VictimCost by, long limit) {
    long micros = victims(by).cheapestCost(limit);
    proven &= search.proven();
    return micros;
  }

  /** Whether every search for victims since the question was asked kept within its limit. */
  boolean provenSoFar() {
    return proven;
  }

  @Override
  public long allVictimsMicros(VictimCost by) {
    long sum = 0;
    int[] list = hosts.preemptibles[shown];
    int count = hosts.preemptibleCount[shown];
    for (int i = 0; i < count; i++) {
      sum += instances.micros(by, list[i]);
    }
    return sum;
  }

  @Override
  public String id() {
    return hosts.host[shown].id();
  }

  @Override
  public Host host() {
    return hosts.host[shown];
  }

  @Override
  public int largestVcpus() {
    return hosts.largestVcpus[shown];
  }

  @Override
  public int largestRamMb() {
    return hosts.largestRamMb[shown];
  }

  @Override
  public int freeVcpus() {
    return hosts.freeVcpus[shown];
  }

  @Override
  public int freeRamMb() {
    return hosts.freeRamMb[shown];
  }

  @Override
  public int freeDiskGb() {
    return hosts.freeDiskGb[shown];
  }

  @Override
  public int roomVcpus() {
    return normalState ? hosts.normalVcpus[shown] : hosts.freeVcpus[shown];
  }

  @Override
  public int roomRamMb() {
    return normalState ? hosts.normalRamMb[shown] : hosts.freeRamMb[shown];
  }

  @Override
  public int roomDiskGb() {
    return normalState ? hosts.normalDiskGb[shown] : hosts.freeDiskGb[shown];
  }

  @Override
  public boolean hasTraitsOfRequest() {
    return anyTraits || traitsMatch[hosts.traits[shown]];
  }

  @Override
  public boolean inZoneOfRequest() {
    return request.zone().isEmpty() || hosts.zone[shown] == zone;
  }

  @Override
  public boolean hasGroupMember() {
    return memberShown;
  }

  @Override
  public boolean groupHasMembers() {
    return groupHosts.length > 0;
  }

  @Override
  public boolean hasRoom() {
    return hosts.hasRoom(shown, request.size());
  }

  @Override
  public VictimCost cost() {
    return cost;
  }
}
