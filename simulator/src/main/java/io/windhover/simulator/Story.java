package io.windhover.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What any driver can be told to live through: what happens, and what becomes of attempts. */
public record Story(List<Happening> happenings, Fate fate) {
  public Story {
    List<Happening> sorted = new ArrayList<>(happenings);
    sorted.sort(Comparator.comparingLong(Happening::atMillis));
    happenings = List.copyOf(sorted);
  }
}
