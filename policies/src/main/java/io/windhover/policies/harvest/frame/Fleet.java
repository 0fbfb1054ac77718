package io.windhover.policies.harvest.frame;

import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.harvest.acquire.Acquirer;
import io.windhover.policies.harvest.acquire.Holding;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Rents machines and gives them back as the acquirer says. Machines that came by themselves are
 * neither drained nor given back, but what they can do counts.
 */
final class Fleet {
  private final Turn turn;
  private final HarvestMemory memory;
  private final Acquiring acquiring;

  Fleet(Turn turn, HarvestMemory memory, Acquiring acquiring) {
    this.turn = turn;
    this.memory = memory;
    this.acquiring = acquiring;
  }

  void keep() {
    WorldView world = turn.world();
    boolean work = !world.liveJobs().isEmpty();
    for (MachineView machine : world.machines()) {
      boolean rented = !machine.offer().isEmpty();
      boolean leaves = machine.state() == MachineView.State.DRAINING || !work;
      if (rented && leaves && machine.attempts().isEmpty()) {
        giveBack(machine);
      }
    }
    if (!work || world.offers().isEmpty()) {
      memory.epochAtMillis = -1;
      return;
    }
    long now = world.nowMillis();
    if (memory.epochAtMillis < 0) {
      begin(world);
      memory.epochAtMillis = now + acquiring.everyMillis();
    } else if (now >= memory.epochAtMillis) {
      epochEnds(world);
      memory.epochAtMillis = now + acquiring.everyMillis();
    }
    turn.wakeAt(memory.epochAtMillis);
  }

  private void giveBack(MachineView machine) {
    memory.wasGivenBack(machine.id());
    turn.act(new Action.Release(machine.id()));
  }

  /** The first machines, when there is work again. */
  private void begin(WorldView world) {
    long there = world.machines().stream().filter(m -> !m.offer().isEmpty()).count();
    launch(world, (int) Math.max(0, acquiring.machines() - there));
  }

  /** Frozen machines are given back too: nobody knows whether what runs there ever ends. */
  private void epochEnds(WorldView world) {
    List<Holding> held = new ArrayList<>();
    for (MachineView machine : world.machines()) {
      if (!machine.offer().isEmpty() && machine.state() == MachineView.State.HIBERNATED) {
        giveBack(machine);
        continue;
      }
      boolean coming = machine.state() == MachineView.State.REQUESTED;
      if (!machine.offer().isEmpty() && machine.state() != MachineView.State.DRAINING) {
        int cores = machine.spec().cores();
        long elapsed = world.nowMillis() - turn.lastChange(machine).atMillis();
        held.add(
            new Holding(
                machine.id(), elapsed, cores, cores - Math.max(0, machine.freeCores()), coming));
      }
    }
    Acquirer.Plan plan =
        acquiring.acquirer().epochEnds(held, turn.waitingCores(), acquiring.scales());
    int missing = acquiring.scales() ? 0 : Math.max(0, acquiring.machines() - held.size());
    launch(world, plan.requests() + missing);
    plan.drained().forEach(id -> turn.act(new Action.Drain(id)));
  }

  /** One of each offer in turn, as far as the limits allow. */
  private void launch(WorldView world, int count) {
    List<Offer> offers = world.offers();
    SortedMap<String, Integer> rented = new TreeMap<>();
    SortedMap<Market, Integer> inMarket = new TreeMap<>();
    SortedMap<Market, Long> coresInMarket = new TreeMap<>();
    for (MachineView machine : world.machines()) {
      world
          .offer(machine.offer())
          .ifPresent(
              offer -> {
                rented.merge(offer.name(), 1, Integer::sum);
                inMarket.merge(offer.market(), 1, Integer::sum);
                coresInMarket.merge(offer.market(), (long) offer.machine().cores(), Long::sum);
              });
    }
    int id = world.nextMachineId();
    for (int asked = 0, tried = 0; asked < count && tried < offers.size(); tried++) {
      Offer offer = offers.get((int) (memory.launches++ % offers.size()));
      if (rented.getOrDefault(offer.name(), 0) < offer.limit()
          && offer.roomInMarket(
                  inMarket.getOrDefault(offer.market(), 0),
                  coresInMarket.getOrDefault(offer.market(), 0L))
              > 0) {
        turn.act(new Action.Launch(id++, offer.name()));
        rented.merge(offer.name(), 1, Integer::sum);
        inMarket.merge(offer.market(), 1, Integer::sum);
        coresInMarket.merge(offer.market(), (long) offer.machine().cores(), Long::sum);
        asked++;
        tried = -1;
      }
    }
  }
}
