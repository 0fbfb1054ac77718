package io.windhover.policies.bag.hads;

import io.windhover.core.policy.Chronicle.Mark;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A memory as text: a line for each thing, fields parted by tabs, the kind of thing first. */
final class MemoryText {
  private static final String PART = "\t";

  private MemoryText() {}

  static String of(HadsMemory memory) {
    StringBuilder text = new StringBuilder();
    line(text, "launches", memory.refusals, memory.quietUntilMillis, memory.plainWork);
    memory.tallies().forEach((name, value) -> line(text, "tally", name, value));
    for (Mark mark : memory.marks()) {
      line(text, "mark", mark.name(), mark.machine(), mark.atMillis());
    }
    for (Bag bag : memory.bags.values()) {
      line(text, "bag", bag.job, bag.deadlineAtMillis, bag.vmOf.length);
      bag.homeless.forEach(task -> line(text, "homeless", bag.job, task));
    }
    memory.vms.values().forEach(vm -> describe(vm, text));
    for (Map.Entry<Long, TreeSet<Integer>> alarm : memory.alarms.entrySet()) {
      alarm.getValue().forEach(machine -> line(text, "alarm", alarm.getKey(), machine));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, Object... fields) {
    for (int i = 0; i < fields.length; i++) {
      text.append(i == 0 ? "" : PART).append(fields[i]);
    }
    text.append('\n');
  }

  private static void describe(Vm vm, StringBuilder text) {
    line(
        text,
        "vm",
        vm.id,
        vm.job,
        vm.spot,
        vm.pricePerHourNanos,
        vm.memoryBytes,
        vm.cores.size(),
        vm.ready,
        vm.frozen,
        vm.leaving,
        vm.leftBehind,
        vm.idleKnown,
        vm.openAtMillis,
        vm.frozenSinceMillis,
        vm.triggerMillis,
        escaped(vm.offer),
        escaped(vm.type));
    for (int c = 0; c < vm.cores.size(); c++) {
      Core core = vm.cores.get(c);
      if (!core.isFree()) {
        line(
            text,
            "runs",
            vm.id,
            c,
            core.task,
            core.attempt,
            core.endsAtMillis,
            core.restMillis,
            core.memoryBytes);
      }
      for (Queued next : core.waiting) {
        line(
            text,
            "waits",
            vm.id,
            c,
            next.task(),
            next.hereMillis(),
            next.restMillis(),
            next.memoryBytes());
      }
    }
  }

  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n");
  }

  private static String unescaped(String name) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '\\') {
        c = name.charAt(++i);
        plain.append(c == 't' ? '\t' : c == 'n' ? '\n' : c);
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  static HadsMemory read(String text) {
    HadsMemory memory = new HadsMemory();
    text.lines().forEach(line -> read(new Fields(line.split(PART, -1)), memory));
    return memory;
  }

  private static void read(Fields fields, HadsMemory memory) {
    String kind = fields.next();
    switch (kind) {
      case "launches" -> {
        memory.refusals = fields.nextInt();
        memory.quietUntilMillis = fields.nextLong();
        memory.plainWork = fields.nextBoolean();
      }
      case "tally" -> memory.set(fields.next(), fields.nextLong());
      case "mark" -> memory.mark(fields.next(), fields.nextInt(), fields.nextLong());
      case "bag" -> {
        Bag bag = new Bag(fields.nextInt(), fields.nextLong(), fields.nextInt());
        memory.bags.put(bag.job, bag);
      }
      case "homeless" -> {
        Bag bag = memory.bags.get(fields.nextInt());
        if (bag != null) {
          bag.homeless.add(fields.nextInt());
        }
      }
      case "vm" -> memory.add(vm(fields));
      case "runs", "waits" -> readCore(kind, fields, memory);
      case "alarm" ->
          memory
              .alarms
              .computeIfAbsent(fields.nextLong(), at -> new TreeSet<>())
              .add(fields.nextInt());
      default -> throw new IllegalArgumentException("a memory has no \"" + kind + "\"");
    }
  }

  private static Vm vm(Fields fields) {
    int id = fields.nextInt();
    int job = fields.nextInt();
    boolean spot = fields.nextBoolean();
    long price = fields.nextLong();
    long memoryBytes = fields.nextLong();
    int cores = fields.nextInt();
    List<String> names = fields.last(2);
    String offer = unescaped(names.get(0));
    Vm vm = new Vm(id, job, offer, spot, unescaped(names.get(1)), price, memoryBytes, cores);
    vm.ready = fields.nextBoolean();
    vm.frozen = fields.nextBoolean();
    vm.leaving = fields.nextBoolean();
    vm.leftBehind = fields.nextBoolean();
    vm.idleKnown = fields.nextBoolean();
    vm.openAtMillis = fields.nextLong();
    vm.frozenSinceMillis = fields.nextLong();
    vm.triggerMillis = fields.nextLong();
    return vm;
  }

  private static void readCore(String kind, Fields fields, HadsMemory memory) {
    Vm vm = memory.vms.get(fields.nextInt());
    if (vm == null) {
      throw new IllegalArgumentException("a core of no machine");
    }
    Core core = vm.cores.get(fields.nextInt());
    int task = fields.nextInt();
    memory.bag(vm).vmOf[task] = vm.id;
    if (kind.equals("waits")) {
      core.waiting.add(new Queued(task, fields.nextLong(), fields.nextLong(), fields.nextLong()));
      return;
    }
    core.task = task;
    core.attempt = fields.nextInt();
    core.endsAtMillis = fields.nextLong();
    core.restMillis = fields.nextLong();
    core.memoryBytes = fields.nextLong();
  }

  /** The fields of a line, one after the other. */
  private static final class Fields {
    private final String[] fields;
    private int next;

    Fields(String[] fields) {
      this.fields = fields;
    }

    String next() {
      return fields[next++];
    }

    int nextInt() {
      return Integer.parseInt(next());
    }

    long nextLong() {
      return Long.parseLong(next());
    }

    boolean nextBoolean() {
      return Boolean.parseBoolean(next());
    }

    List<String> last(int count) {
      return List.of(fields).subList(fields.length - count, fields.length);
    }
  }
}
