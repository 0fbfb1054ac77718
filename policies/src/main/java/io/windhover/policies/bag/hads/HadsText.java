package io.windhover.policies.bag.hads;

import io.windhover.core.policy.Chronicle.Mark;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import java.util.Objects;
import java.util.TreeSet;

/** What HADS remembers, as text: bags before their VMs, and each VM before what its cores have. */
final class HadsText {
  private static final int FORM = 1;

  private HadsText() {}

  static String of(HadsMemory memory) {
    MemoryWriter text = new MemoryWriter(memory.policy, FORM);
    text.line("launches", memory.refusals, memory.quietUntilMillis, memory.plainWork);
    memory.tallies().forEach((name, value) -> text.line("tally", name, value));
    for (Mark mark : memory.marks()) {
      text.line("mark", mark.name(), mark.machine(), mark.atMillis());
    }
    for (Bag bag : memory.bags.values()) {
      text.line("bag", bag.job, bag.deadlineAtMillis, bag.vmOf.length);
      bag.homeless.forEach(text::and);
    }
    memory.vms.values().forEach(vm -> describe(vm, text));
    memory.alarms.forEach(
        (atMillis, machines) -> {
          text.line("alarm", atMillis);
          machines.forEach(text::and);
        });
    return text.text();
  }

  private static void describe(Vm vm, MemoryWriter text) {
    text.line("vm", vm.id, vm.job, vm.offer, vm.spot, vm.type);
    text.and(vm.pricePerHourNanos, vm.memoryBytes, vm.cores.size());
    text.and(vm.ready, vm.frozen, vm.leaving, vm.leftBehind, vm.idleKnown);
    text.and(vm.openAtMillis, vm.frozenSinceMillis, vm.triggerMillis);
    for (int c = 0; c < vm.cores.size(); c++) {
      Core core = vm.cores.get(c);
      if (!core.isFree()) {
        text.line("runs", vm.id, c, core.task, core.attempt);
        text.and(core.endsAtMillis, core.restMillis, core.memoryBytes);
      }
      for (Queued next : core.waiting) {
        text.line("waits", vm.id, c, next.task());
        text.and(next.hereMillis(), next.restMillis(), next.memoryBytes());
      }
    }
  }

  static Memory recalled(String policy, String encoded) {
    HadsMemory memory = new HadsMemory(policy);
    return MemoryReader.read(encoded, policy, FORM, line -> take(line, memory))
        ? memory
        : Memory.NONE;
  }

  private static void take(MemoryReader line, HadsMemory memory) {
    switch (line.kind()) {
      case "launches" -> {
        memory.refusals = line.nextInt();
        memory.quietUntilMillis = line.nextLong();
        memory.plainWork = line.nextBoolean();
      }
      case "tally" -> memory.set(line.nextText(), line.nextLong());
      case "mark" -> memory.mark(line.nextText(), line.nextInt(), line.nextLong());
      case "bag" -> {
        Bag bag = new Bag(line.nextInt(), line.nextLong(), line.nextInt());
        while (line.hasNext()) {
          bag.homeless.add(line.nextInt());
        }
        memory.bags.put(bag.job, bag);
      }
      case "vm" -> memory.add(vm(line));
      case "runs", "waits" -> takeCore(line, memory);
      case "alarm" -> {
        TreeSet<Integer> machines = new TreeSet<>();
        memory.alarms.put(line.nextLong(), machines);
        while (line.hasNext()) {
          machines.add(line.nextInt());
        }
      }
      default -> throw line.unknown();
    }
  }

  private static Vm vm(MemoryReader line) {
    Vm vm =
        new Vm(
            line.nextInt(),
            line.nextInt(),
            line.nextText(),
            line.nextBoolean(),
            line.nextText(),
            line.nextLong(),
            line.nextLong(),
            line.nextInt());
    vm.ready = line.nextBoolean();
    vm.frozen = line.nextBoolean();
    vm.leaving = line.nextBoolean();
    vm.leftBehind = line.nextBoolean();
    vm.idleKnown = line.nextBoolean();
    vm.openAtMillis = line.nextLong();
    vm.frozenSinceMillis = line.nextLong();
    vm.triggerMillis = line.nextLong();
    return vm;
  }

  private static void takeCore(MemoryReader line, HadsMemory memory) {
    Vm vm = Objects.requireNonNull(memory.vms.get(line.nextInt()));
    Core core = vm.cores.get(line.nextInt());
    int task = line.nextInt();
    memory.bag(vm).vmOf[task] = vm.id;
    if (line.kind().equals("waits")) {
      core.waiting.add(new Queued(task, line.nextLong(), line.nextLong(), line.nextLong()));
      return;
    }
    core.task = task;
    core.attempt = line.nextInt();
    core.endsAtMillis = line.nextLong();
    core.restMillis = line.nextLong();
    core.memoryBytes = line.nextLong();
  }
}
