package io.windhover.workload;

import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Puts each group after those it waits for, and otherwise keeps the order of the file. */
final class GroupOrder {
  private static final int CYCLE_SHOWN_MAX = 10;

  private final List<TaskDraft> drafts;
  private final Problems problems;
  private final List<int[]> before = new ArrayList<>();
  private final List<Set<Integer>> beforeByIndex = new ArrayList<>();

  private GroupOrder(List<TaskDraft> drafts, Problems problems) {
    this.drafts = drafts;
    this.problems = problems;
  }

  /** The groups in order; of no use when there were complaints. */
  static List<TaskGroup> of(List<TaskDraft> drafts, Problems problems) {
    var order = new GroupOrder(drafts, problems);
    order.resolve(order.placesByName());
    return order.sorted();
  }

  private Map<String, Integer> placesByName() {
    Map<String, Integer> places = new LinkedHashMap<>();
    for (int place = 0; place < drafts.size(); place++) {
      TaskDraft draft = drafts.get(place);
      Integer first = draft.name().isEmpty() ? null : places.putIfAbsent(draft.name(), place);
      if (first != null) {
        problems.add(
            draft.line(),
            draft.path() + ".name",
            "\"%s\" is the name of the task in line %d; expected another one"
                .formatted(draft.name(), drafts.get(first).line()));
      }
    }
    return places;
  }

  private void resolve(Map<String, Integer> places) {
    for (TaskDraft draft : drafts) {
      var found = new TreeSet<Integer>();
      var byIndex = new TreeSet<Integer>();
      var whole = new TreeSet<Integer>();
      for (TaskDraft.Reference reference : draft.after()) {
        Integer place = places.get(reference.name());
        if (place != null) {
          found.add(place);
          (reference.byIndex() ? byIndex : whole).add(place);
          if (reference.byIndex()) {
            demandSameCount(draft, drafts.get(place), reference);
          }
        } else {
          problems.add(
              reference.line(),
              reference.path(),
              "there is no task \"%s\"%s"
                  .formatted(reference.name(), problems.hint(reference.name(), places.keySet())));
        }
      }
      // Who waits for all of a group waits for the one of the same index too.
      byIndex.removeAll(whole);
      before.add(found.stream().mapToInt(Integer::intValue).toArray());
      beforeByIndex.add(byIndex);
    }
  }

  private void demandSameCount(TaskDraft draft, TaskDraft earlier, TaskDraft.Reference reference) {
    int count = draft.group().count();
    int others = earlier.group().count();
    if (count != others) {
      problems.add(
          reference.line(),
          reference.path(),
          "%s has %s and %s has %s; expected as many of both for %s%s"
              .formatted(
                  draft.name(),
                  Shown.number(count),
                  earlier.name(),
                  Shown.number(others),
                  earlier.name(),
                  Names.SAME_INDEX));
    }
  }

  /** Kahn's algorithm; of several groups that could come next, the first of the file does. */
  private List<TaskGroup> sorted() {
    int[] waitsFor = before.stream().mapToInt(places -> places.length).toArray();
    Map<Integer, List<Integer>> waiting = new HashMap<>();
    var ready = new PriorityQueue<Integer>();
    for (int place = 0; place < waitsFor.length; place++) {
      if (waitsFor[place] == 0) {
        ready.add(place);
      }
      for (int earlier : before.get(place)) {
        waiting.computeIfAbsent(earlier, e -> new ArrayList<>()).add(place);
      }
    }
    int[] ordinals = new int[waitsFor.length];
    Arrays.fill(ordinals, -1);
    List<TaskGroup> groups = new ArrayList<>();
    for (Integer place = ready.poll(); place != null; place = ready.poll()) {
      ordinals[place] = groups.size();
      groups.add(placed(place, ordinals));
      for (int later : waiting.getOrDefault(place, List.of())) {
        if (--waitsFor[later] == 0) {
          ready.add(later);
        }
      }
    }
    if (groups.size() < waitsFor.length) {
      complainOfCycle(ordinals);
    }
    return groups;
  }

  private TaskGroup placed(int place, int[] ordinals) {
    TaskGroup group = drafts.get(place).group();
    return group.withAfter(
        ordinals(Arrays.stream(before.get(place)), ordinals),
        ordinals(beforeByIndex.get(place).stream().mapToInt(Integer::intValue), ordinals));
  }

  private static List<Integer> ordinals(IntStream places, int[] ordinals) {
    return places.map(place -> ordinals[place]).sorted().boxed().toList();
  }

  /** Every group left over waits for another one left over: following these must lead in a ring. */
  private void complainOfCycle(int[] ordinals) {
    int place = 0;
    while (ordinals[place] >= 0) {
      place++;
    }
    Map<Integer, Integer> steps = new LinkedHashMap<>();
    while (steps.putIfAbsent(place, steps.size()) == null) {
      place = Arrays.stream(before.get(place)).filter(p -> ordinals[p] < 0).findFirst().orElse(-1);
    }
    int start = place;
    List<Integer> ring = steps.keySet().stream().dropWhile(p -> p != start).toList();
    int first = ring.indexOf(ring.stream().min(Integer::compare).orElse(start));
    List<String> names = new ArrayList<>();
    for (int i = 0; i <= ring.size(); i++) {
      names.add(drafts.get(ring.get((first + i) % ring.size())).name());
    }
    if (names.size() > CYCLE_SHOWN_MAX) {
      names.subList(CYCLE_SHOWN_MAX - 2, names.size() - 1).clear();
      names.add(CYCLE_SHOWN_MAX - 2, "... (" + Shown.number(ring.size()) + " tasks)");
    }
    TaskDraft draft = drafts.get(ring.get(first));
    problems.add(
        draft.after().get(0).line(),
        draft.path() + ".after",
        names.stream().collect(Collectors.joining(" -> "))
            + " wait for each other; expected an order without a cycle");
  }
}
