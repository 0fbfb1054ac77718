package io.windhover.placement;

/** Chooses the host for a request and who must make room for it. */
public interface PlacementScheduler {
  /** One of {@link Schedulers#NAMES}. */
  String name();

  /**
   * Decides once and changes nothing that can be seen.
   *
   * @param nowMillis the present, for what depends on how long instances have run
   * @param seed ties between hosts are broken by chance; the same seed, the same choice
   */
  Placement place(Cluster cluster, Request request, long nowMillis, long seed);
}
