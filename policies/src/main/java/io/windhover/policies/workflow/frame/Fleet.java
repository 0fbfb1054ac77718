package io.windhover.policies.workflow.frame;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All machines in the book: by id, and by type with those that are free first in front. */
final class Fleet {
  private static final Comparator<Vm> FREE_FIRST =
      (a, b) -> {
        int byMoment = Long.compare(a.freeAtMillis, b.freeAtMillis);
        return byMoment != 0 ? byMoment : Integer.compare(a.id(), b.id());
      };

  private final TreeMap<Integer, Vm> byId = new TreeMap<>();

  /** In the first place those of no type. */
  private final List<SortedSet<Vm>> byType = new ArrayList<>();

  Fleet(int types) {
    for (int i = 0; i <= types; i++) {
      byType.add(new TreeSet<>(FREE_FIRST));
    }
  }

  @Nullable Vm get(int id) {
    return byId.get(id);
  }

  Collection<Vm> all() {
    return byId.values();
  }

  /** {@link Vm#OTHER} for those of no type. */
  SortedSet<Vm> ofType(int type) {
    return byType.get(type + 1);
  }

  void add(Vm vm) {
    byId.put(vm.id(), vm);
    ofType(vm.type()).add(vm);
  }

  void drop(Vm vm) {
    byId.remove(vm.id());
    ofType(vm.type()).remove(vm);
  }

  void put(Slot slot) {
    Vm vm = slot.vm;
    ofType(vm.type()).remove(vm);
    vm.put(slot);
    vm.freeAtMillis = Math.max(vm.freeAtMillis, slot.endMillis);
    ofType(vm.type()).add(vm);
  }

  void remove(Slot slot) {
    slot.vm.slots.remove(slot);
    sortAgain(slot.vm);
  }

  /** To be called when slots of the machine have moved. */
  void sortAgain(Vm vm) {
    ofType(vm.type()).remove(vm);
    vm.freeAtMillis = vm.readyAtMillis;
    for (int i = 0; i < vm.slots.size(); i++) {
      vm.freeAtMillis = Math.max(vm.freeAtMillis, vm.slots.get(i).endMillis);
    }
    ofType(vm.type()).add(vm);
  }
}
