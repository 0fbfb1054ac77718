package io.windhover.capacity;

import io.windhover.core.model.Offer;
import java.util.List;

/**
 * One place where machines can be had: a cloud, a batch system, this machine, a model.
 *
 * <p>Every call may take long, may fail, and may have taken effect although it failed, so each can
 * be made again: {@link #ask} and {@link #release} are idempotent by the lease's id. A source marks
 * what it rents with the id, so that {@link #survey} finds it whatever became of the manager. Calls
 * come from several threads, also while others hang; those that rent and give back come one after
 * the other, but for what was given up.
 */
public interface Source extends AutoCloseable {
  /** What can be rented now, in a fixed order. */
  List<Offer> offers() throws SourceFailure;

  /**
   * Rents a machine, which then dials in by itself. Asked twice for one lease it rents once.
   *
   * @throws LaunchRefusal if the source will not, and nothing was rented
   */
  void ask(LeaseOrder order) throws SourceFailure, LaunchRefusal;

  /** Ends a machine for good. A machine that is gone already, or never was, is fine. */
  void release(String lease) throws SourceFailure;

  /**
   * Everything there that carries our mark, also what has ended of late. What is missing here,
   * twice in a row, was never rented or ended long ago; a list that may lack something is a
   * failure.
   */
  List<Sighting> survey() throws SourceFailure;

  @Override
  void close();
}
