package io.windhover.policies.workflow.frame;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All machines in the book: by id, and by type with those that are free first in front. */
final class Fleet {
  private final ById<Vm> byId = new ById<>();

  /** In the first place those of no type. */
  private final List<FreeFirst> byType = new ArrayList<>();

  Fleet(int types) {
    for (int i = 0; i <= types; i++) {
      byType.add(new FreeFirst());
    }
  }

  @Nullable Vm get(int id) {
    return byId.get(id);
  }

  /** Not so when it has been given back, or another has taken its place. */
  boolean has(Vm vm) {
    return byId.get(vm.id()) == vm;
  }

  Collection<Vm> all() {
    return byId.values();
  }

  /** {@link Vm#OTHER} for those of no type. */
  FreeFirst ofType(int type) {
    return byType.get(type + 1);
  }

  void add(Vm vm) {
    byId.put(vm.id(), vm);
    vm.freeAtMillis = vm.lastEndMillis();
    ofType(vm.type()).add(vm);
  }

  void drop(Vm vm) {
    byId.remove(vm.id());
    ofType(vm.type()).remove(vm);
  }

  void put(Slot slot) {
    slot.vm.put(slot);
    freeAt(slot.vm, Math.max(slot.vm.freeAtMillis, slot.endMillis));
  }

  void remove(Slot slot) {
    slot.vm.slots.remove(slot);
    sortAgain(slot.vm);
  }

  /** To be called when slots of the machine have moved. */
  void sortAgain(Vm vm) {
    freeAt(vm, vm.lastEndMillis());
  }

  private void freeAt(Vm vm, long atMillis) {
    if (vm.freeAtMillis != atMillis) {
      ofType(vm.type()).remove(vm);
      vm.freeAtMillis = atMillis;
      ofType(vm.type()).add(vm);
    } else {
      ofType(vm.type()).note(vm);
    }
  }
}
