package io.windhover.policies.workflow.justintime;

/**
 * What plans keep back for errors in runtimes.
 *
 * @param margin by what share tasks may take longer than estimated
 * @param kept how much of the time that this may cost the whole job is kept back; what is not must
 *     be made up for in a hurry
 */
record Reserve(double margin, double kept) {
  static final Reserve NONE = new Reserve(0, 1);

  static Reserve full(double margin) {
    return new Reserve(margin, 1);
  }

  /** As little as can be kept back if there is time for a hurry. */
  static Reserve least(double margin) {
    return new Reserve(margin, 0);
  }
}
