package io.windhover.policies.workflow.ensemble;

import io.windhover.core.policy.Chronicle;
import io.windhover.core.policy.Memory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who is in charge of what, and what each rule remembers. Changed in place, once for each batch.
 * Whatever is not noted here is our own rule's.
 */
final class Cast implements Chronicle {
  /** Our own rule; the others follow in their order. */
  static final int OWN = 0;

  /** What is kept back for errors, in millionths. */
  record Margins(int runtimes, int lag) {
    static final Margins NONE = new Margins(0, 0);
  }

  /** Who gets the next job. */
  int next = OWN;

  final List<Memory> memories = new ArrayList<>();

  /** What the others keep back. */
  Margins margins = Margins.NONE;

  /** Of other rules. */
  final TreeMap<Integer, Integer> jobs = new TreeMap<>();

  /** Of other rules. */
  final TreeMap<Integer, Integer> machines = new TreeMap<>();

  /** What runs under another rule: how long that is thought to take. */
  final TreeMap<String, Long> expected = new TreeMap<>();

  final Standing standing;

  Cast(int rules) {
    standing = new Standing(rules - 1);
    for (int rule = 0; rule < rules; rule++) {
      memories.add(Memory.NONE);
    }
  }

  /** Only our own rule is in charge of anything. */
  boolean isAlone() {
    return jobs.isEmpty() && machines.isEmpty();
  }

  int ruleOfJob(int id) {
    return jobs.getOrDefault(id, OWN);
  }

  int ruleOfMachine(int id) {
    return machines.getOrDefault(id, OWN);
  }

  boolean hasSomething(int rule) {
    return jobs.containsValue(rule) || machines.containsValue(rule);
  }

  @Override
  public String encoded() {
    return CastText.of(this);
  }

  @Override
  public SortedMap<String, Long> tallies() {
    return memories.get(OWN) instanceof Chronicle own
        ? own.tallies()
        : Collections.emptySortedMap();
  }

  @Override
  public List<Mark> marks() {
    return memories.get(OWN) instanceof Chronicle own ? own.marks() : List.of();
  }
}
