package io.windhover.manager;

import io.windhover.core.policy.Reason;
import io.windhover.core.step.World;
import io.windhover.manager.Progress.JobProgress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What may be looked at between two turns; see {@link Manager#look}. */
public final class PoolView {
  private final World world;
  private final Owners owners;
  private final Roster roster;
  private final Manager manager;
  private final long nowMillis;

  PoolView(World world, Owners owners, Roster roster, Manager manager, long nowMillis) {
    this.world = world;
    this.owners = owners;
    this.roster = roster;
    this.manager = manager;
    this.nowMillis = nowMillis;
  }

  public World world() {
    return world;
  }

  /** The time of this look; the world has that of its last step, which may be long ago. */
  public long nowMillis() {
    return nowMillis;
  }

  /** Whether there is such a job and it is this owner's. */
  public boolean owns(String owner, int job) {
    return !owner.isEmpty() && owners.of(job).equals(owner);
  }

  /** Empty for a job of nobody's, and for one that is not there. */
  public String ownerOf(int job) {
    return owners.of(job);
  }

  /** The jobs of this owner that are older than this one, newest first, at most so many. */
  public List<Integer> jobsOf(String owner, int before, int most) {
    return owners.jobsOf(owner, before, most);
  }

  /** How far a job is, or was when it left the world; empty when there is none. */
  public Optional<JobProgress> find(int job) {
    return world.hasJob(job) ? Optional.of(Progress.of(world.job(job))) : owners.kept(job);
  }

  /** The job that this owner's upload became before. */
  public Optional<Integer> uploaded(String owner, String upload) {
    return owners.uploaded(owner, upload, Map.of());
  }

  /** How far a job is that is there. */
  public JobProgress progress(int job) {
    return find(job).orElseThrow(() -> new NoSuchJob("there is no job " + job));
  }

  /** Why what waits is waiting. */
  public List<Reason> reasons() {
    return manager.explain();
  }

  /** Whether the worker that is this machine can be reached, as far as is known. */
  public boolean isThere(int machine) {
    return roster.on(machine).filter(peer -> peer.joined).isPresent();
  }

  /** When the worker that is this machine was last heard; -1 when it is not known. */
  public long heardAtMillis(int machine) {
    return roster.on(machine).map(peer -> peer.heardAtMillis).orElse(-1L);
  }
}
