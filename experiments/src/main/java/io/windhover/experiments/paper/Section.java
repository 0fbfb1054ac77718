package io.windhover.experiments.paper;

import java.util.List;

/**
 * The title of a table or figure, and what must be said about it: set-up, why ours differs.
 *
 * @param filed whether its rows are too many for people, and only in CSV and JSON
 */
public record Section(String figure, String title, List<String> text, boolean filed) {
  public Section {
    text = List.copyOf(text);
  }

  /** One whose rows are for people too. */
  public Section(String figure, String title, List<String> text) {
    this(figure, title, text, false);
  }
}
