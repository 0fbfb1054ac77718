package io.windhover.core.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The newest marks of a {@link Chronicle}: a pool goes on for years, and pictures show no more. */
public final class RecentMarks {
  static final int MARKS_MAX = 1_000;

  private final List<Chronicle.Mark> marks = new ArrayList<>();

  public void add(Chronicle.Mark mark) {
    if (marks.size() == MARKS_MAX) {
      marks.remove(0);
    }
    marks.add(mark);
  }

  /** In the order in which they were set. */
  public List<Chronicle.Mark> all() {
    return Collections.unmodifiableList(marks);
  }
}
