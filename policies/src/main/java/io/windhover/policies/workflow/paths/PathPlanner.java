package io.windhover.policies.workflow.paths;

import io.windhover.policies.workflow.frame.JobDesk;
import io.windhover.policies.workflow.frame.Vm;
import io.windhover.policies.workflow.plan.Dag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives the tasks of one job their places, path by path (IC-PCP, Algorithms 2 to 4):
 *
 * <pre>
 * parents(node):
 *   while the node has parents without a place
 *     path = the one that ends last, its own parent that ends last, and so on
 *     place the path for the least money, every task by its latest end
 *     update earliest starts and latest ends
 *     for each node of the path: parents(node)
 * </pre>
 *
 * It begins with a node behind all others.
 */
public final class PathPlanner {
  private static final int BEHIND_ALL = -1;

  /** What is late anyway need not be planned again when it slips. */
  private static final long WHENEVER_MILLIS = 30 * 86_400_000L;

  private final JobDesk desk;
  private final Dag dag;
  private final Times times;
  private final boolean[] settled;
  private final boolean[] blocked;
  private final List<Host> hosts = new ArrayList<>();

  public PathPlanner(JobDesk desk) {
    this.desk = desk;
    this.dag = desk.dag();
    long front = desk.nowMillis() + desk.terms().lagMillisMax();
    this.times = new Times(dag, front, desk.deadlineMillis());
    this.settled = new boolean[dag.size()];
    this.blocked = new boolean[dag.size()];
  }

  public void place() {
    for (int node = 0; node < dag.size(); node++) {
      if (desk.left(node) == 0) {
        settled[node] = true;
        times.place(node, desk.startMillis(node), desk.endMillis(node));
      }
    }
    times.update();
    for (Vm vm : desk.machines()) {
      hosts.add(Host.of(desk, vm));
    }
    for (int type = 0; type < desk.terms().types().size(); type++) {
      if (desk.canRent(type)) {
        hosts.add(Host.toRent(desk, type));
      }
    }
    parents(BEHIND_ALL);
    for (int node = dag.size() - 1; node >= 0; node--) {
      parents(node); // of those that had a place before
    }
  }

  private void parents(int node) {
    for (int last = critical(node); last >= 0; last = critical(node)) {
      ArrayDeque<Integer> path = new ArrayDeque<>();
      for (int at = last; at >= 0; at = critical(at)) {
        path.addFirst(at);
      }
      int[] nodes = path.stream().mapToInt(Integer::intValue).toArray();
      place(nodes);
      for (int each : nodes) {
        parents(each);
      }
    }
  }

  /** Of what comes right before a node and has no place, what ends last; -1 when there is none. */
  private int critical(int node) {
    int found = -1;
    if (node == BEHIND_ALL) {
      for (int each = 0; each < dag.size(); each++) {
        found = dag.children(each).length == 0 ? later(found, each) : found;
      }
      return found;
    }
    for (int parent : dag.parents(node)) {
      found = later(found, parent);
    }
    return found;
  }

  private int later(int known, int node) {
    boolean is =
        !settled[node]
            && (known < 0 || times.earliestEndMillis(node) > times.earliestEndMillis(known));
    return is ? node : known;
  }

  private void place(int[] nodes) {
    int from = 0;
    while (from < nodes.length) {
      int node = nodes[from];
      if (isBlocked(node)) {
        block(node);
        from++;
      } else if (desk.left(node) > 1) {
        placeEach(node);
        from++;
      } else {
        from = placeRow(nodes, from);
      }
      times.update();
    }
  }

  /** A node after one that can have no place now has none either. */
  private boolean isBlocked(int node) {
    for (int parent : dag.parents(node)) {
      if (blocked[parent]) {
        return true;
      }
    }
    return false;
  }

  private void block(int node) {
    blocked[node] = true;
    settled[node] = true;
  }

  /** As many nodes of the path as are one task each; answers where to go on. */
  private int placeRow(int[] nodes, int from) {
    int to = from + 1;
    while (to < nodes.length && desk.left(nodes[to]) == 1 && !isBlocked(nodes[to])) {
      to++;
    }
    int[] row = Arrays.copyOfRange(nodes, from, to);
    Path.Piece @Nullable [] pieces = cut(row);
    if (pieces == null) {
      soonest(row[0]);
      return from + 1;
    }
    for (Path.Piece piece : pieces) {
      Host host = hostFor(piece);
      if (host == null) {
        return from + piece.from(); // the limit is reached; what is left is cut anew
      }
      place(row, piece, host);
    }
    return to;
  }

  private Path.Piece @Nullable [] cut(int[] row) {
    return new Path(row, dag, times, desk.nowMillis()).cut(hosts);
  }

  private void place(int[] row, Path.Piece piece, Host host) {
    for (int i = piece.from(); i < piece.to(); i++) {
      put(row[i], host, piece.startMillis(i), piece.endMillis(i));
      times.place(row[i], piece.startMillis(i), piece.endMillis(i));
      settled[row[i]] = true;
    }
  }

  /** What must be rented now is rented, if it can be; what can wait is only noted. */
  private @Nullable Host hostFor(Path.Piece piece) {
    Host host = piece.host();
    if (host.vm() != null || host.isPlanned()) {
      return host;
    }
    boolean now = piece.startMillis(piece.from()) - desk.terms().lagMillisMax() <= desk.nowMillis();
    return now ? rented(host) : planned(host);
  }

  private Host planned(Host host) {
    Host own = Host.toRent(desk, host.type());
    hosts.add(0, own);
    return own;
  }

  private @Nullable Host rented(Host host) {
    if (!desk.canRent(host.type())) {
      hosts.remove(host);
      return null;
    }
    Host own = Host.of(desk, desk.rent(host.type()));
    hosts.add(0, own);
    return own;
  }

  private void put(int node, Host host, long startMillis, long endMillis) {
    Vm vm = host.vm();
    if (vm == null) {
      host.take(startMillis, endMillis);
      desk.postpone(node, host.type(), startMillis, times.endMillis(node));
    } else {
      desk.mustEndBy(node, host.type(), startMillis, times.endMillis(node));
      desk.put(node, vm, startMillis);
    }
  }

  /** The tasks of a node one by one, each where it costs least. */
  private void placeEach(int node) {
    long start = Long.MAX_VALUE;
    long end = desk.endMillis(node);
    int left = desk.left(node);
    while (left > 0) {
      Path.Piece @Nullable [] pieces = cut(new int[] {node});
      if (pieces == null) {
        soonest(node);
        return;
      }
      Host host = hostFor(pieces[0]);
      if (host == null) {
        continue;
      }
      left--;
      put(node, host, pieces[0].startMillis(0), pieces[0].endMillis(0));
      start = Math.min(start, pieces[0].startMillis(0));
      end = Math.max(end, pieces[0].endMillis(0));
    }
    times.place(node, start, end);
    settled[node] = true;
  }

  /** It will be late: what ends first, for each task. */
  private void soonest(int node) {
    long start = Long.MAX_VALUE;
    long end = desk.endMillis(node);
    for (int left = desk.left(node); left > 0; left--) {
      Host host = soonestHost(node);
      if (host == null) {
        block(node);
        return;
      }
      long at = firstFitMillis(node, host);
      Vm vm = host.vm();
      if (vm != null) {
        desk.mustEndBy(node, vm.type(), at, at + WHENEVER_MILLIS);
        desk.put(node, vm, at);
        start = Math.min(start, at);
        end = Math.max(end, at + host.runMillis(node));
      }
    }
    times.place(node, start, end);
    settled[node] = true;
  }

  /** A machine there is, or one that is rented now; null when there is none. */
  private @Nullable Host soonestHost(int node) {
    Host best = null;
    long bestEnd = Long.MAX_VALUE;
    for (Host host : hosts) {
      long at = firstFitMillis(node, host);
      boolean there = host.vm() != null || (!host.isPlanned() && desk.canRent(host.type()));
      if (there && at < Long.MAX_VALUE && at + host.runMillis(node) < bestEnd) {
        best = host;
        bestEnd = at + host.runMillis(node);
      }
    }
    return best == null || best.vm() != null ? best : rented(best);
  }

  private long firstFitMillis(int node, Host host) {
    long run = host.runMillis(node);
    long from = Math.max(desk.nowMillis(), times.parentsEndMillis(node));
    return run >= Dag.NEVER_MILLIS ? Long.MAX_VALUE : host.firstFitMillis(node, from, run);
  }
}
