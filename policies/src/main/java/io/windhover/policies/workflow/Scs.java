package io.windhover.policies.workflow;

import io.windhover.policies.workflow.frame.Asked;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.policies.workflow.frame.Place;
import io.windhover.policies.workflow.frame.Terms;
import io.windhover.policies.workflow.frame.Units;
import io.windhover.policies.workflow.frame.Yard;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.policies.workflow.scs.Bundling;
import io.windhover.policies.workflow.scs.Chaining;
import org.jspecify.annotations.Nullable;

/**
 * Scaling, consolidation, scheduling: Mao and Humphrey, "Auto-scaling to minimize cost and meet
 * application deadlines in cloud workflows" (SC 2011), mended so that no job is late.
 *
 * <ul>
 *   <li><b>Once per class</b>: neighbours that prefer the same type are bundled; parallel tasks
 *       that prefer one type are put in a row while that changes no type; then the task with the
 *       best makespan saved per money added moves to its next faster type until the deadline is met
 *       (Algorithm 1). Windows are in proportion to the runtimes on the chosen types.
 *   <li><b>Look-ahead instead of load vectors.</b> As printed, machines are acquired when the sum
 *       of time / window exceeds their number. That treats work as fluid and misses deadlines with
 *       exact inputs ({@link ScsPrinted}). Here a task is held to what instances can really do: it
 *       has a place in its window beside all other places, or an instance is acquired, one lag
 *       before the window begins.
 *   <li><b>Consolidation</b> (Algorithm 2): before an instance is acquired or kept for another
 *       period, the task goes into paid room of another type if it ends within its window there and
 *       the room is worth much less than the period that is saved. No follower changes its type for
 *       it, and a moved task stays moved.
 *   <li><b>Deadlines are recomputed</b> also when that saves a period: where consolidation finds
 *       nothing, a task takes paid room of its type that lies after its window, if those that
 *       follow it are in time with what is left, on the types they have. Their windows are then
 *       stretched anew. To do so before consolidation, which takes nothing from the followers, made
 *       streams 0.3 to 0.7 % dearer.
 *   <li><b>As tasks end early</b> the rest of the job is planned again, so that later tasks may
 *       drop to cheaper types; a plan that is not cheaper is not taken, because it only scatters
 *       jobs of a class over more types.
 * </ul>
 *
 * <p>Departures from Algorithm 3: load vectors decide nothing. Acquiring by them as well made a
 * stream about a quarter dearer on the median of the paper's cells, because a load of 1.1 is
 * rounded up to two instances although one may do it all in time; keeping idle instances that only
 * the load still counts on made it about one percent dearer. So an instance goes back at the end of
 * a paid period when nothing has a place on it and nothing that begins within a lag and a minute
 * needs it. Queues follow the order in which places were given, not the order of deadlines: a place
 * once given is kept, which is what keeps every job in time.
 */
public record Scs() implements Method {
  /** Room of another type is taken when it is worth at most this part of the period saved. */
  private static final long ROOM_SHARE = 4;

  @Override
  public String name() {
    return "scs";
  }

  @Override
  public Units units(Units plain, Terms terms, long spanMillis) {
    Units bundled = Bundling.inTime(plain, terms, spanMillis);
    return Chaining.of(bundled, terms.lagMillisMax(), spanMillis);
  }

  @Override
  public boolean plansAgain() {
    return true;
  }

  @Override
  public @Nullable Place place(Asked asked, Yard yard) {
    Place place = yard.forNothing(asked);
    place = place == null ? yard.onType(asked, asked.type(), Yard.Which.PAID) : place;
    if (place != null) {
      return place;
    }
    place = consolidated(asked, yard);
    if (place != null) {
      asked.job().move(asked.unit(), place.type());
      return place;
    }
    place = asked.mayRent() ? yard.paidLater(asked, asked.type()) : null;
    if (place != null) {
      return place;
    }
    place = yard.onType(asked, asked.type(), Yard.Which.ANY);
    if (place != null || !asked.mayRent()) {
      return place;
    }
    place = yard.rented(asked, asked.type());
    return place == null ? yard.otherwise(asked) : place;
  }

  /**
   * Algorithm 2: paid room of another type, where it is worth least. Taking room that is worth
   * nearly as much as the period saved would only make what prefers that room need a dearer one; a
   * quarter was best on streams of the paper's kind. Tasks of an array keep their array's type.
   */
  private static @Nullable Place consolidated(Asked asked, Yard yard) {
    Dag units = asked.job().plan().units().real();
    VmTypes types = yard.terms().types();
    Place best = null;
    long bestNanos = types.leaseNanos(asked.type(), 1) / ROOM_SHARE;
    for (int type = 0; type < types.size() && units.count(asked.unit()) == 1; type++) {
      long run = asked.runMillis(type);
      if (run < Dag.NEVER_MILLIS && types.busyNanos(type, run) < bestNanos) {
        Place place = yard.onType(asked, type, Yard.Which.PAID);
        if (place != null) {
          best = place;
          bestNanos = types.busyNanos(type, run);
        }
      }
    }
    return best;
  }
}
