package io.windhover.capacity;

/**
 * The manager's way to a source. No call waits; answers come later, some never: a manager asks
 * again until a {@link Source#survey} says what is so.
 */
public interface SourceDesk {
  /** Where nothing can be rented: whoever would ask here must know that, for nobody answers. */
  SourceDesk NONE =
      new SourceDesk() {
        @Override
        public void ask(LeaseOrder order) {}

        @Override
        public void release(String lease) {}

        @Override
        public void survey(long atMillis) {}

        @Override
        public void offers() {}
      };

  void ask(LeaseOrder order);

  /** Ends a lease; what was asked for under it before is done before. */
  void release(String lease);

  /**
   * Answered with {@link SourceAnswer.Surveyed}. While a survey is under way no other is begun: the
   * one answer is for both, and carries the time of the first.
   *
   * @param atMillis the manager's own time, in which it also writes down what it asks for
   */
  void survey(long atMillis);

  /** Answered with {@link SourceAnswer.Offered}. */
  void offers();
}
