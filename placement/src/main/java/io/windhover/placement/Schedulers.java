package io.windhover.placement;

import io.windhover.placement.Question.State;
import java.util.List;
import java.util.Optional;

/** The schedulers, by name. */
public final class Schedulers {
  public static final List<String> NAMES = List.of("one-pass", "plain", "retry");

  private Schedulers() {}

  public static Optional<PlacementScheduler> named(String name, Settings settings) {
    return Optional.ofNullable(
        switch (name) {
          case "one-pass" -> new OnePass(settings);
          case "plain" -> new Plain(settings);
          case "retry" -> new Retry(settings);
          default -> null;
        });
  }

  /**
   * OPIE, Algorithm 2: a normal request is filtered by the normal state, a preemptible one by the
   * full state; all are ranked by the full state; then the victims are chosen.
   */
  public static PlacementScheduler onePass(Settings settings) {
    return new OnePass(settings);
  }

  /** The unmodified filter scheduler: every request must fit the full state. */
  public static PlacementScheduler plain(Settings settings) {
    return new Plain(settings);
  }

  /** The plain one, and when it refuses a normal request, a second pass that may end instances. */
  public static PlacementScheduler retry(Settings settings) {
    return new Retry(settings);
  }

  private record OnePass(Settings settings) implements PlacementScheduler {
    @Override
    public String name() {
      return "one-pass";
    }

    @Override
    public Placement place(Cluster cluster, Request request, long nowMillis, long seed) {
      State state = request.preemptible() ? State.FULL : State.NORMAL;
      return cluster.decider().decide(request, settings, state, nowMillis, seed);
    }
  }

  private record Plain(Settings settings) implements PlacementScheduler {
    @Override
    public String name() {
      return "plain";
    }

    @Override
    public Placement place(Cluster cluster, Request request, long nowMillis, long seed) {
      return cluster.decider().decide(request, settings, State.FULL, nowMillis, seed);
    }
  }

  private record Retry(Settings settings) implements PlacementScheduler {
    @Override
    public String name() {
      return "retry";
    }

    @Override
    public Placement place(Cluster cluster, Request request, long nowMillis, long seed) {
      Decider decider = cluster.decider();
      Placement first = decider.decide(request, settings, State.FULL, nowMillis, seed);
      return first instanceof Placement.Placed || request.preemptible()
          ? first
          : decider.decide(request, settings, State.NORMAL, nowMillis, seed);
    }
  }
}
