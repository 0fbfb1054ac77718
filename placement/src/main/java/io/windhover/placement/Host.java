package io.windhover.placement;

import java.util.List;

/**
 * A host as it was built; what runs on it is the {@link Cluster}'s business.
 *
 * @param ratios how many times its size may be promised
 * @param traits what requests may ask for by name
 * @param zone empty when the host is in none
 */
public record Host(
    String id, Size size, AllocationRatios ratios, List<String> traits, String zone) {
  public Host {
    Check.notBlank("id", id);
    traits = traits.stream().distinct().sorted().toList();
    traits.forEach(trait -> Check.notBlank("traits", trait));
  }

  public static Host of(String id, int vcpus, int ramMb, int diskGb) {
    return new Host(id, new Size(vcpus, ramMb, diskGb), AllocationRatios.ONE, List.of(), "");
  }

  public Host withRatios(AllocationRatios chosen) {
    return new Host(id, size, chosen, traits, zone);
  }

  public Host withDiskOversubscription(double ratio) {
    return withRatios(new AllocationRatios(ratios.vcpus(), ratios.ram(), ratio));
  }

  public Host withTraits(String... names) {
    return new Host(id, size, ratios, List.of(names), zone);
  }

  public Host withZone(String name) {
    return new Host(id, size, ratios, traits, name);
  }

  /** What may be promised to all instances together. */
  public Size promised() {
    return ratios.promised(size);
  }

  /**
   * The most vCPUs a new instance may have: however many times the host's vCPUs are promised, one
   * guest cannot run on more than there are.
   */
  public int largestVcpus() {
    return ratios.vcpus() > 1 ? size.vcpus() : Size.MAX;
  }

  /** The most RAM a new instance may have, as for vCPUs. */
  public int largestRamMb() {
    return ratios.ram() > 1 ? size.ramMb() : Size.MAX;
  }
}
