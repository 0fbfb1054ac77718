package io.windhover.policies.bag.hads;

/** Where HADS as printed can end late, and what mends it. */
public enum Mend {
  /**
   * Algorithm 5, lines 20 to 23: a VM that resumes just before its trigger carries on unchecked,
   * and may end, or freeze again, too late. Mended: it is checked as in Algorithm 7, and what no
   * longer fits is moved.
   */
  CHECK_ON_RESUME,
  /**
   * Algorithm 4: line 12 asks even a new on-demand VM for the reserve that only a spot VM needs,
   * and a task that passes nowhere is left out of the estimate, so the trigger comes too late.
   * Mended: on-demand VMs need no reserve, and what still fits nowhere makes the trigger due at
   * once.
   */
  COUNT_UNPLACED,
  /**
   * Algorithm 6, line 28: at the trigger exactly, the task that set it needs all the time there is,
   * and the strict &lt; leaves it behind. Mended: &lt;=, and what finds no place in time goes where
   * it ends first instead of nowhere.
   */
  INCLUSIVE_TRIGGER,
  /**
   * Algorithm 5, line 9: of VMs that hibernate at one instant, the first counts on the others.
   * Mended: all are frozen first, and the triggers of all frozen VMs are computed together, each
   * counting only on what the ones before it leave.
   */
  FREEZE_ALL_FIRST
}
