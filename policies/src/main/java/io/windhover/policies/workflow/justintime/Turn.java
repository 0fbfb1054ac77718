package io.windhover.policies.workflow.justintime;

import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.workflow.plan.Portion;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** One decision in the making: the dispatcher's orders as actions. */
final class Turn implements Orders {
  final WorldView world;
  final Ledger ledger;
  final List<Action> actions = new ArrayList<>();
  final List<Reason> reasons = new ArrayList<>();
  final Dispatcher dispatcher;
  final long nowMillis;
  private final Terms terms;
  private final TreeMap<String, Integer> rented = new TreeMap<>();
  private final TreeMap<Integer, List<Task>> startedOn = new TreeMap<>();
  private int steadyRented;
  private long steadyCores;
  private int nextMachine;

  Turn(WorldView world, Ledger ledger) {
    this.world = world;
    this.ledger = ledger;
    this.nowMillis = world.nowMillis();
    this.terms = ledger.terms();
    this.nextMachine = world.nextMachineId();
    this.dispatcher = new Dispatcher(ledger.board, terms, this, ledger.tuning.habits());
    dispatcher.at(nowMillis);
    ledger.wakes.headSet(nowMillis, true).clear();
    for (MachineView machine : world.machines()) {
      int type = terms.types().indexOf(machine.offer());
      if (type >= 0) {
        rented.merge(machine.offer(), 1, Integer::sum);
        steadyRented++;
        steadyCores += terms.types().offer(type).machine().cores();
      }
    }
    for (int type = 0; type < terms.size(); type++) {
      Offer offer = terms.types().offer(type);
      int elsewhere = Portion.rentedElsewhere(world, offer.name());
      if (elsewhere > 0) {
        rented.merge(offer.name(), elsewhere, Integer::sum);
        steadyRented += elsewhere;
        steadyCores += (long) elsewhere * offer.machine().cores();
      }
    }
  }

  @Override
  public long lagMarginMillis() {
    return ledger.tuning.trusts() ? 0 : (long) ledger.launches.margin();
  }

  Terms terms() {
    return terms;
  }

  /** How long before its latest start a task of each type must be booked. */
  long[] bookBeforeMillis() {
    long[] before = new long[terms.size()];
    for (int type = 0; type < before.length; type++) {
      before[type] = terms.lagMillis(type) + lagMarginMillis();
    }
    return before;
  }

  void act() {
    dispatcher.adopt(ledger.tuning.habits());
    dispatcher.act();
  }

  /** Limits are shared by everything that is live, so half of them are left for what comes. */
  @Override
  public boolean isScarce() {
    long lanes = 0;
    int machinesMax = 0;
    for (int type = 0; type < terms.size(); type++) {
      Offer offer = terms.types().offer(type);
      lanes += (long) offer.limit() * terms.lanes()[type];
      machinesMax = Math.max(machinesMax, offer.roomInMarket(0, 0));
    }
    return ledger.board.hasMoreOpenThan(Math.min(lanes, machinesMax) / 2);
  }

  /** Something may run there that is in nobody's books: a job that is over but for its end. */
  @Override
  public boolean hasRoom(Task task, Vm vm) {
    MachineView machine = world.machine(vm.id).orElse(null);
    if (machine == null || !machine.hasRoomFor(task.need())) {
      return false;
    }
    int cores = machine.freeCores() - task.need().cores();
    long memoryBytes = machine.freeMemoryBytes() - task.need().memoryBytes();
    for (Task other : startedOn.getOrDefault(vm.id, List.of())) {
      cores -= other.need().cores();
      memoryBytes -= other.need().memoryBytes();
    }
    return cores >= 0 && memoryBytes >= 0;
  }

  @Override
  public boolean canLaunch(int type) {
    Offer offer = terms.types().offer(type);
    return rented.getOrDefault(offer.name(), 0) < offer.limit()
        && offer.roomInMarket(steadyRented, steadyCores) > 0
        && ledger.shutUntilMillis[type] <= nowMillis;
  }

  @Override
  public Vm launch(int type) {
    Offer offer = terms.types().offer(type);
    int id = nextMachine++;
    actions.add(new Action.Launch(id, offer.name()));
    rented.merge(offer.name(), 1, Integer::sum);
    steadyRented++;
    steadyCores += offer.machine().cores();
    long readyMillis = nowMillis + terms.lagMillis(type) + lagMarginMillis();
    Vm vm = new Vm(id, type, true, offer.machine(), terms.lanes()[type], nowMillis, readyMillis);
    ledger.board.add(vm);
    return vm;
  }

  @Override
  public void start(Task task, Lane lane) {
    var group = world.job(task.job.id).groups().get(task.node);
    var id = group.task(task.index - task.job.work.firstTasks()[task.node]);
    startedOn.computeIfAbsent(lane.vm.id, vm -> new ArrayList<>()).add(task);
    actions.add(new Action.Assign(world.nextAttempt(id), lane.vm.id));
  }

  @Override
  public void release(Vm vm) {
    actions.add(new Action.Release(vm.id));
    if (!vm.isOwn()) {
      rented.merge(terms.types().offer(vm.type).name(), -1, Integer::sum);
      steadyRented--;
      steadyCores -= terms.types().offer(vm.type).machine().cores();
    }
  }

  @Override
  public void wakeAt(long atMillis) {
    if (atMillis > nowMillis && ledger.wakes.add(atMillis)) {
      actions.add(new Action.WakeAt(atMillis));
    }
  }

  /** A machine in the world as the ledger keeps it. */
  Vm entered(MachineView machine) {
    int type = terms.types().indexOf(machine.offer());
    boolean asOffered =
        type >= 0
            && machine.spec().cores() >= terms.types().offer(type).machine().cores()
            && machine.spec().memoryBytes() >= terms.types().offer(type).machine().memoryBytes();
    // More may run than there are cores or lanes: the machine has shrunk under its tasks, or lanes
    // have become wider since they were given out.
    int usual = asOffered ? terms.lanes()[type] : Math.max(1, machine.spec().cores());
    int lanes = Math.max(usual, machine.attempts().size());
    boolean up = machine.state() != MachineView.State.REQUESTED;
    Vm vm =
        new Vm(
            machine.id(),
            asOffered ? type : Vm.OWN,
            type >= 0,
            machine.spec(),
            lanes,
            machine.requestedAtMillis(),
            up ? machine.readyAtMillis() : nowMillis + (type < 0 ? 0 : terms.lagMillis(type)));
    vm.up = up;
    vm.open =
        machine.state() == MachineView.State.READY
            || machine.state() == MachineView.State.REQUESTED;
    return vm;
  }
}
