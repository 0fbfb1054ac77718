package io.windhover.placement;

import io.windhover.placement.Request.GroupRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The filters that ship. */
public enum HostFilters implements HostFilter {
  ZONE("zone") {
    @Override
    public @Nullable String rejects(HostView host, Request request) {
      return host.inZoneOfRequest() ? null : "other zone";
    }
  },
  TRAITS("traits") {
    @Override
    public @Nullable String rejects(HostView host, Request request) {
      return host.hasTraitsOfRequest() ? null : "missing traits";
    }
  },
  /**
   * An exact fit fits. Where more is promised than there is, one instance must still fit what there
   * is, as in Nova.
   */
  RESOURCES("resources") {
    @Override
    public @Nullable String rejects(HostView host, Request request) {
      Size size = request.size();
      if (host.largestVcpus() < size.vcpus()) {
        return "fewer vCPUs than one instance wants";
      }
      if (host.largestRamMb() < size.ramMb()) {
        return "less RAM than one instance wants";
      }
      if (host.roomVcpus() < size.vcpus()) {
        return "too few vCPUs";
      }
      if (host.roomRamMb() < size.ramMb()) {
        return "too little RAM";
      }
      return host.roomDiskGb() < size.diskGb() ? "too little disk" : null;
    }
  },
  AFFINITY("affinity") {
    @Override
    public @Nullable String rejects(HostView host, Request request) {
      return request.rule() == GroupRule.AFFINITY
              && host.groupHasMembers()
              && !host.hasGroupMember()
          ? "affinity"
          : null;
    }
  },
  ANTI_AFFINITY("anti-affinity") {
    @Override
    public @Nullable String rejects(HostView host, Request request) {
      return request.rule() == GroupRule.ANTI_AFFINITY && host.hasGroupMember()
          ? "anti-affinity"
          : null;
    }
  };

  public static final List<HostFilter> ALL = List.of(values());

  private final String label;

  HostFilters(String label) {
    this.label = label;
  }

  @Override
  public String label() {
    return label;
  }
}
