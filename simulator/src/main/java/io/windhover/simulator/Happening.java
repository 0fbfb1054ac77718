package io.windhover.simulator;

import io.windhover.core.event.Event;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import java.util.function.UnaryOperator;

/** Something that happens in a story whatever a policy decides. */
public sealed interface Happening {
  long atMillis();

  record JobArrives(long atMillis, JobSpec spec) implements Happening {}

  /** Its owner cancels the job with this id, if it has arrived by then. */
  record JobIsCancelled(long atMillis, int job) implements Happening {}

  /** Its owner changes the job with this id, if it has arrived by then. */
  record JobIsAmended(long atMillis, int job, UnaryOperator<JobSpec> change) implements Happening {}

  record JobIsRetried(long atMillis, int job, boolean failedToo) implements Happening {}

  /** The job with this id leaves the world, if it is over by then. */
  record JobIsForgotten(long atMillis, int job) implements Happening {}

  /** What can be rented, at which price or within which limits, is said to be otherwise. */
  record TermsChange(long atMillis, Event event) implements Happening {}

  /** A machine joins by itself; machines of one story have different names. */
  record MachineAppears(long atMillis, MachineSpec spec) implements Happening {}

  /** Something befalls the machine of this name, if it is there. */
  sealed interface MachineChanges extends Happening {
    String name();
  }

  /** It stands still, with everything on it, until it thaws. */
  record MachineFreezes(long atMillis, String name) implements MachineChanges {}

  record MachineThaws(long atMillis, String name) implements MachineChanges {}

  /** Its connection breaks: it can be given nothing, and what runs there goes on. */
  record MachineIsOutOfReach(long atMillis, String name) implements MachineChanges {}

  record MachineIsInReach(long atMillis, String name) implements MachineChanges {}

  /**
   * What runs there and no longer has the room ends in the kill order of the settings, or runs on
   * when they name none. Without any cores the machine is lost; one of the same name may appear
   * later.
   */
  record MachineIsResized(long atMillis, String name, int cores, long memoryBytes)
      implements MachineChanges {}

  record MachineIsNoticed(long atMillis, String name, long lostAtMillis)
      implements MachineChanges {}

  /** The machine of this name is gone without a word, with everything on it. */
  record MachineVanishes(long atMillis, String name) implements Happening {}
}
