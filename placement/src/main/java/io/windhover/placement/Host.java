package io.windhover.placement;

import java.util.List;

/**
 * A host as it was built; what runs on it is the {@link Cluster}'s business.
 *
 * @param diskOversubscription so many times its disk may be promised; 1 promises what is there
 * @param traits what requests may ask for by name
 * @param zone empty when the host is in none
 */
public record Host(
    String id, Size size, double diskOversubscription, List<String> traits, String zone) {
  public static final double OVERSUBSCRIPTION_MAX = 1000;

  public Host {
    Check.notBlank("id", id);
    Check.inRange("diskOversubscription", diskOversubscription, 0, OVERSUBSCRIPTION_MAX);
    traits = traits.stream().distinct().sorted().toList();
    traits.forEach(trait -> Check.notBlank("traits", trait));
  }

  public static Host of(String id, int vcpus, int ramMb, int diskGb) {
    return new Host(id, new Size(vcpus, ramMb, diskGb), 1, List.of(), "");
  }

  public Host withDiskOversubscription(double ratio) {
    return new Host(id, size, ratio, traits, zone);
  }

  public Host withTraits(String... names) {
    return new Host(id, size, diskOversubscription, List.of(names), zone);
  }

  public Host withZone(String name) {
    return new Host(id, size, diskOversubscription, traits, name);
  }

  /** What may be promised: the disk times its ratio, rounded down to whole gigabytes. */
  public Size promised() {
    double disk = Math.min(Size.MAX, Math.floor(size.diskGb() * diskOversubscription));
    return new Size(size.vcpus(), size.ramMb(), (int) disk);
  }
}
