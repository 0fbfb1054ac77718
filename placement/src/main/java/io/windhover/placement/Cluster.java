package io.windhover.placement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hosts and what runs on them, with the indexes that spare a look at every host. One thread at a
 * time: decisions use scratch space in here.
 */
public final class Cluster {
  public static final long BILLING_PERIOD_MILLIS = 3_600_000;

  final HostTable hosts = new HostTable();
  final InstanceTable instances;
  final Names names = new Names();
  final Groups groups = new Groups();
  final PhaseRing ring;
  final HostClasses classes = new HostClasses();
  final HostClasses populations = new HostClasses();

  final Question question;

  private final Decider decider;
  private final Map<String, Integer> hostSlots = new LinkedHashMap<>();
  private final Map<String, Integer> instanceSlots = new LinkedHashMap<>();
  private final List<List<Integer>> instancesByHost = new ArrayList<>();

  public Cluster() {
    this(BILLING_PERIOD_MILLIS);
  }

  public Cluster(long billingPeriodMillis) {
    if (billingPeriodMillis < 1) {
      throw new IllegalArgumentException(
          "billingPeriodMillis: must be positive, is " + billingPeriodMillis);
    }
    instances = new InstanceTable(billingPeriodMillis);
    ring = new PhaseRing(instances);
    question = new Question(this);
    decider = new Decider(this);
  }

  Decider decider() {
    return decider;
  }

  public long billingPeriodMillis() {
    return instances.billingPeriodMillis;
  }

  public void addHost(Host host) {
    if (hostSlots.containsKey(host.id())) {
      throw new IllegalArgumentException("id: host " + host.id() + " is there already");
    }
    int slot = hosts.add(host, names.traitSet(host.traits()), names.zone(host.zone()));
    hostSlots.put(host.id(), slot);
    while (instancesByHost.size() <= slot) {
      instancesByHost.add(new ArrayList<>(4));
    }
    enter(slot);
  }

  /** Removes a host and all that runs on it; returns the instances that went with it. */
  public List<Instance> removeHost(String id) {
    int slot = slotOfHost(id);
    List<Instance> gone = instancesOn(id);
    gone.forEach(instance -> removeInstance(instance.id()));
    leave(slot);
    hosts.remove(slot);
    hostSlots.remove(id);
    return gone;
  }

  /**
   * Lets an instance run on a host. A host may be overfull, as real ones are; but an instance
   * larger than its host is a mistake.
   */
  public void addInstance(String hostId, Instance instance) {
    int host = slotOfHost(hostId);
    if (instanceSlots.containsKey(instance.id())) {
      throw new IllegalArgumentException("id: instance " + instance.id() + " is there already");
    }
    checkSize(host, instance);
    leave(host);
    int slot = instances.add(instance, host);
    instanceSlots.put(instance.id(), slot);
    instancesByHost.get(host).add(slot);
    hosts.take(host, instance.size(), instance.preemptible(), 1);
    if (instance.preemptible()) {
      hosts.addPreemptible(host, slot, instances);
      ring.add(slot);
    }
    groups.add(instance.group(), host);
    enter(host);
  }

  private void checkSize(int host, Instance instance) {
    Size size = instance.size();
    Size promised = hosts.host[host].promised();
    String where = " of instance " + instance.id() + " on host " + hosts.host[host].id();
    checkDimension("vcpus" + where, size.vcpus(), promised.vcpus(), hosts.freeVcpus[host]);
    checkDimension("ramMb" + where, size.ramMb(), promised.ramMb(), hosts.freeRamMb[host]);
    checkDimension("diskGb" + where, size.diskGb(), promised.diskGb(), hosts.freeDiskGb[host]);
  }

  private static void checkDimension(String field, int value, int promised, int free) {
    if (value > promised) {
      throw new IllegalArgumentException(
          "%s: %d is more than the host's %d".formatted(field, value, promised));
    }
    if ((long) free - value < -Size.MAX) {
      throw new IllegalArgumentException("%s: %d overfills the host".formatted(field, value));
    }
  }

  public Instance removeInstance(String id) {
    Integer slot = instanceSlots.get(id);
    if (slot == null) {
      throw new IllegalArgumentException("id: there is no instance " + id);
    }
    instanceSlots.remove(id);
    Instance gone = instances.instance[slot];
    int host = instances.host[slot];
    leave(host);
    instancesByHost.get(host).remove(slot);
    hosts.take(host, gone.size(), gone.preemptible(), -1);
    if (gone.preemptible()) {
      hosts.removePreemptible(host, slot);
      ring.remove(slot);
    }
    groups.remove(gone.group(), host);
    instances.remove(slot);
    enter(host);
    return gone;
  }

  /** Ends the victims and starts the instance. */
  public void apply(Placement.Placed placed, Instance instance) {
    placed.victims().forEach(this::removeInstance);
    addInstance(placed.host(), instance);
  }

  /** In the order in which they were added. */
  public List<Host> hosts() {
    return hostSlots.values().stream().map(slot -> hosts.host[slot]).toList();
  }

  public int hostCount() {
    return hosts.count;
  }

  public int instanceCount() {
    return instanceSlots.size();
  }

  public Optional<Host> host(String id) {
    return Optional.ofNullable(hostSlots.get(id)).map(slot -> hosts.host[slot]);
  }

  public Optional<Instance> instance(String id) {
    return Optional.ofNullable(instanceSlots.get(id)).map(slot -> instances.instance[slot]);
  }

  public Optional<String> hostOf(String instanceId) {
    return Optional.ofNullable(instanceSlots.get(instanceId))
        .map(slot -> hosts.host[instances.host[slot]].id());
  }

  /** In the order in which they were added. */
  public List<Instance> instancesOn(String hostId) {
    return instancesByHost.get(slotOfHost(hostId)).stream()
        .map(slot -> instances.instance[slot])
        .toList();
  }

  /** What is free on a host, in the full state and in the normal one; negative when overfull. */
  public record Free(int vcpus, int ramMb, int diskGb) {}

  public Free fullState(String hostId) {
    int slot = slotOfHost(hostId);
    return new Free(hosts.freeVcpus[slot], hosts.freeRamMb[slot], hosts.freeDiskGb[slot]);
  }

  public Free normalState(String hostId) {
    int slot = slotOfHost(hostId);
    return new Free(hosts.normalVcpus[slot], hosts.normalRamMb[slot], hosts.normalDiskGb[slot]);
  }

  private int slotOfHost(String id) {
    Integer slot = hostSlots.get(id);
    if (slot == null) {
      throw new IllegalArgumentException("id: there is no host " + id);
    }
    return slot;
  }

  private void enter(int host) {
    classes.enter(host, ClassKey.of(hosts, host));
    if (populations.inUse()) {
      populations.enter(host, ClassKey.withPopulation(hosts, host, instances));
    }
  }

  private void leave(int host) {
    classes.leave(host);
    if (populations.inUse()) {
      populations.leave(host);
    }
  }

  /** From the first question that needs it on, hosts are told apart by their preemptibles too. */
  HostClasses populations() {
    if (!populations.inUse()) {
      for (int host = 0; host < hosts.slots; host++) {
        if (hosts.live[host]) {
          populations.enter(host, ClassKey.withPopulation(hosts, host, instances));
        }
      }
    }
    return populations;
  }
}
