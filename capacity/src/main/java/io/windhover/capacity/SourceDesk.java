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
        public void survey() {}

        @Override
        public void offers() {}
      };

  void ask(LeaseOrder order);

  void release(String lease);

  /** Answered with {@link SourceAnswer.Surveyed}. */
  void survey();

  /** Answered with {@link SourceAnswer.Offered}. */
  void offers();
}
