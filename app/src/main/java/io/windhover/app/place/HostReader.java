package io.windhover.app.place;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.placement.AllocationRatios;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import io.windhover.placement.Size;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One host with its instances, from JSON. */
final class HostReader {
  static final double RUN_SECONDS_MAX = 1e10;
  private static final int INSTANCES_MAX = 100_000;

  private static final List<String> HOST =
      List.of(
          "id",
          "vcpus",
          "ramMb",
          "diskGb",
          "cpuAllocationRatio",
          "ramAllocationRatio",
          "diskAllocationRatio",
          "diskOversubscription",
          "traits",
          "zone",
          "instances");
  private static final List<String> INSTANCE =
      List.of(
          "id",
          "preemptible",
          "vcpus",
          "ramMb",
          "diskGb",
          "runSeconds",
          "pricePerHour",
          "priority",
          "group",
          "maxRunSeconds");

  private HostReader() {}

  /**
   * Reads a host.
   *
   * @param id what it is called; empty: the text says so
   * @param usual the ratios of a host that does not say
   * @param nowMillis when the instances' run times were true
   */
  static HostState read(
      JsonNode node, String path, String id, AllocationRatios usual, long nowMillis) {
    Fields fields = Fields.of(node, path, HOST);
    String name = id.isEmpty() ? fields.name("id") : fields.nameOr("id", id);
    if (!id.isEmpty() && !name.equals(id)) {
      throw fields.bad("id", Fields.quoted(name) + " is not the host addressed, " + id);
    }
    var host =
        new Host(
            name,
            size(fields),
            ratios(fields, usual),
            fields.names("traits"),
            fields.nameOr("zone", ""));
    return new HostState(host, instances(fields, host, nowMillis));
  }

  private static AllocationRatios ratios(Fields fields, AllocationRatios usual) {
    if (fields.has("diskAllocationRatio") && fields.has("diskOversubscription")) {
      throw fields.bad(
          "diskAllocationRatio", "is given, and so is diskOversubscription; expected one of them");
    }
    String disk =
        fields.has("diskOversubscription") ? "diskOversubscription" : "diskAllocationRatio";
    return new AllocationRatios(
        fields.decimalOr("cpuAllocationRatio", 0, AllocationRatios.MAX, usual.vcpus()),
        fields.decimalOr("ramAllocationRatio", 0, AllocationRatios.MAX, usual.ram()),
        fields.decimalOr(disk, 0, AllocationRatios.MAX, usual.disk()));
  }

  static Size size(Fields fields) {
    return new Size(
        fields.whole("vcpus", 0, Size.MAX),
        fields.whole("ramMb", 0, Size.MAX),
        fields.wholeOr("diskGb", 0, Size.MAX, 0));
  }

  private static List<Instance> instances(Fields fields, Host host, long nowMillis) {
    if (!fields.has("instances")) {
      return List.of();
    }
    JsonNode list = fields.list("instances", INSTANCES_MAX);
    List<Instance> instances = new ArrayList<>(list.size());
    Set<String> ids = new HashSet<>();
    var taken = new Taken(host, fields.at("instances"));
    for (int i = 0; i < list.size(); i++) {
      String path = fields.at("instances") + "[" + i + "]";
      Fields one = Fields.of(list.get(i), path, INSTANCE);
      Instance instance = instance(one, nowMillis);
      if (!ids.add(instance.id())) {
        throw one.bad("id", Fields.quoted(instance.id()) + " is given twice; expected it once");
      }
      taken.add(one, instance);
      instances.add(instance);
    }
    taken.check();
    return instances;
  }

  private static Instance instance(Fields fields, long nowMillis) {
    String id = fields.name("id");
    boolean preemptible = fields.flagOr("preemptible", false);
    double runSeconds = fields.decimalOr("runSeconds", 0, RUN_SECONDS_MAX, 0);
    return new Instance(
        id,
        preemptible,
        size(fields),
        nowMillis - Math.round(runSeconds * 1000),
        price(fields),
        priority(fields),
        fields.nameOr("group", ""),
        maxRunSeconds(fields, preemptible));
  }

  /** How long it may run at most; what is promised has no such limit. */
  static int maxRunSeconds(Fields fields, boolean preemptible) {
    int seconds = fields.wholeOr("maxRunSeconds", 0, Instance.MAX_RUN_SECONDS_MAX, 0);
    if (seconds > 0 && !preemptible) {
      throw fields.bad("maxRunSeconds", seconds + " is for preemptible instances only");
    }
    return seconds;
  }

  static double price(Fields fields) {
    return fields.decimalOr("pricePerHour", 0, Instance.PRICE_MAX, 0);
  }

  static int priority(Fields fields) {
    return fields.wholeOr("priority", 0, Instance.PRIORITY_MAX, 0);
  }

  /** Whether what runs on a host fits it, each for itself and all together. */
  private static final class Taken {
    private static final String[] NAMES = {"vcpus", "ramMb", "diskGb"};

    private final Host host;
    private final String path;
    private final int[] most;
    private final long[] sum = new long[NAMES.length];

    Taken(Host host, String path) {
      this.host = host;
      this.path = path;
      this.most = dimensions(host.promised());
    }

    private static int[] dimensions(Size size) {
      return new int[] {size.vcpus(), size.ramMb(), size.diskGb()};
    }

    void add(Fields fields, Instance instance) {
      int[] wanted = dimensions(instance.size());
      for (int i = 0; i < most.length; i++) {
        if (wanted[i] > most[i]) {
          throw fields.bad(
              NAMES[i],
              "%d is more than the %d of its host %s".formatted(wanted[i], most[i], host.id()));
        }
        sum[i] += wanted[i];
      }
    }

    void check() {
      for (int i = 0; i < most.length; i++) {
        if (sum[i] > most[i]) {
          throw new BadField(
              path,
              "together take %d %s, more than the %d of their host %s"
                  .formatted(sum[i], NAMES[i], most[i], host.id()));
        }
      }
    }
  }
}
