package io.windhover.policies.workflow.frame;

import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.List;

/** Machines of the world as the book has them. */
final class Machines {
  private Machines() {}

  static Vm launched(int id, int type, Terms terms, long nowMillis) {
    Offer offer = terms.types().offer(type);
    return new Vm(
        id,
        type,
        type,
        true,
        offer.machine(),
        offer.billing(),
        nowMillis,
        nowMillis + terms.lagMillis(type));
  }

  /** One of which nothing is known but that it is no more. */
  static Vm gone(int id, int offer) {
    MachineSpec spec = new MachineSpec("gone", "", List.of(), 1, 0, 0);
    return new Vm(id, Vm.OTHER, offer, false, spec, Billing.BY_USE, 0, 0);
  }

  /** A machine with nothing on it. */
  static Vm of(MachineView machine, Terms terms, long nowMillis) {
    VmTypes types = terms.types();
    boolean rented = !machine.offer().isEmpty();
    int offer = rented ? types.indexOf(machine.offer()) : Vm.OTHER;
    Vm vm =
        new Vm(
            machine.id(),
            offer >= 0 && isAsOffered(machine.spec(), types.offer(offer)) ? offer : Vm.OTHER,
            offer,
            rented,
            machine.spec(),
            offer >= 0 ? types.billing(offer) : Billing.BY_USE,
            machine.requestedAtMillis(),
            readyMillis(machine, terms, offer, nowMillis));
    vm.up = machine.readyAtMillis() >= 0;
    vm.open =
        machine.state() == MachineView.State.READY
            || machine.state() == MachineView.State.REQUESTED;
    vm.noticeMillis = machine.noticeMillis();
    return vm;
  }

  private static boolean isAsOffered(MachineSpec spec, Offer offer) {
    return spec.cores() == offer.machine().cores()
        && spec.memoryBytes() == offer.machine().memoryBytes();
  }

  private static long readyMillis(MachineView machine, Terms terms, int offer, long nowMillis) {
    if (machine.readyAtMillis() >= 0) {
      return machine.readyAtMillis();
    }
    long lag = offer >= 0 ? terms.lagMillis(offer) : 0;
    return Math.max(nowMillis, machine.requestedAtMillis() + lag);
  }
}
