package io.windhover.core.model;

/** When a job must be done: never, a time span after its submission, or at a given moment. */
public sealed interface Deadline {
  /** What {@link #atMillis} answers for a job that may take as long as it likes. */
  long NEVER_MILLIS = Long.MAX_VALUE;

  /** The moment for a job submitted at the given one; {@link #NEVER_MILLIS} when there is none. */
  long atMillis(long submittedAtMillis);

  record None() implements Deadline {
    @Override
    public long atMillis(long submittedAtMillis) {
      return NEVER_MILLIS;
    }
  }

  record Within(long spanMillis) implements Deadline {
    public Within {
      if (spanMillis <= 0) {
        throw new IllegalArgumentException("a deadline lies ahead, not " + spanMillis + " ms");
      }
    }

    @Override
    public long atMillis(long submittedAtMillis) {
      long end = submittedAtMillis + spanMillis;
      return end < submittedAtMillis ? NEVER_MILLIS : end;
    }
  }

  record At(long epochMillis) implements Deadline {
    @Override
    public long atMillis(long submittedAtMillis) {
      return epochMillis;
    }
  }
}
