package io.windhover.placement;

import io.windhover.placement.Placement.Rejection;
import io.windhover.placement.Placement.Search;
import java.util.List;

/** The host that won, or why there is none. */
record Choice(int host, double total, List<Rejection> rejections, Search search) {
  static Choice of(int host, double total, Search search) {
    return new Choice(host, total, List.of(), search);
  }

  static Choice none(Rejections rejections, Search search) {
    return new Choice(HostTable.NONE, 0, rejections.list(), search);
  }

  boolean isNone() {
    return host == HostTable.NONE;
  }
}
