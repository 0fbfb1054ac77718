package io.windhover.experiments.paper;

import java.util.List;

/** The title of a table or figure, and what must be said about it: set-up, why ours differs. */
public record Section(String figure, String title, List<String> text) {
  public Section {
    text = List.copyOf(text);
  }
}
