package io.windhover.local;

import io.windhover.host.Lineage;
import java.io.IOException;

/** Finds by which means machines can be held here. */
final class Levels {
  private Levels() {}

  /**
   * The means that were asked for.
   *
   * @param cloud the identity of its folder
   * @throws IOException when they cannot be had; the message says which, and why
   */
  static Containment choose(Level level, String cloud, Lineage lineage) throws IOException {
    return switch (level) {
      case SIGNALS -> new SignalContainment(cloud, lineage, "as was asked for");
      case CGROUP_V1 -> groups(false, cloud, lineage);
      case CGROUP_V2 -> groups(true, cloud, lineage);
      case BEST -> best(cloud, lineage);
    };
  }

  private static Containment best(String cloud, Lineage lineage) {
    StringBuilder why = new StringBuilder();
    for (boolean v2 : new boolean[] {true, false}) {
      try {
        return groups(v2, cloud, lineage);
      } catch (IOException e) {
        why.append(why.isEmpty() ? "" : ", ").append(e.getMessage());
      }
    }
    return new SignalContainment(cloud, lineage, why.toString());
  }

  private static Containment groups(boolean v2, String cloud, Lineage lineage) throws IOException {
    String kind = v2 ? "cgroup v2" : "cgroup v1";
    if (!"root".equals(System.getProperty("user.name"))) {
      throw new IOException("no root, so no " + kind);
    }
    try {
      return new CgroupContainment(
          v2, "windhover-" + cloud, new SignalContainment(cloud, lineage, ""));
    } catch (IOException e) {
      throw new IOException("%s cannot be used here: %s".formatted(kind, e.getMessage()), e);
    }
  }
}
