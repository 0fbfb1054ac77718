package io.windhover.policies.workflow.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FreeFirstTest {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final int ROUNDS = 5_000;
  private static final int MACHINES = 700;

  @Test
  void machinesComeInTheOrderInWhichTheyBecomeFreeWhateverHappensToThem() {
    SplittableRandom chance = Chance.stream(1, "machines", 0);
    FreeFirst ours = new FreeFirst();
    TreeSet<Vm> sorted =
        new TreeSet<>(Comparator.comparingLong((Vm vm) -> vm.freeAtMillis).thenComparing(Vm::id));
    List<Vm> all = new ArrayList<>();
    for (int id = 1; id <= MACHINES; id++) {
      all.add(vm(id));
    }
    for (int round = 0; round < ROUNDS; round++) {
      Vm vm = all.get(chance.nextInt(MACHINES));
      ours.remove(vm);
      sorted.remove(vm);
      if (chance.nextInt(3) > 0) {
        vm.freeAtMillis = chance.nextInt(50);
        ours.add(vm);
        sorted.add(vm);
      }
      if (round % 100 == 0) {
        assertThat(ours).containsExactlyElementsOf(sorted);
        assertThat(ours.size()).isEqualTo(sorted.size());
      }
    }
  }

  /** Rented at 0, paid by the hour, busy until 10, and from 20 to 40. */
  @Test
  void theRowKnowsWhenAMachineOpensAndUntilWhenItIsPaid() {
    FreeFirst ours = new FreeFirst();
    Vm vm = vm(1);
    ours.add(vm);
    FreeFirst.Walk walk = ours.new Walk();
    assertThat(walk.next()).isTrue();
    assertThat(walk.opensAtMillis()).isZero();
    vm.put(new Slot(1, 0, 0, vm, 1, 0, 10));
    vm.put(new Slot(1, 1, 1, vm, 1, 20, 40));
    ours.note(vm);

    assertThat(walk.opensAtMillis()).isEqualTo(10);
    assertThat(walk.paidUntilMillis(5)).isEqualTo(HOUR_MILLIS);
    assertThat(walk.paidUntilMillis(HOUR_MILLIS + 1)).isEqualTo(2 * HOUR_MILLIS);
    assertThat(walk.next()).isFalse();
  }

  private static Vm vm(int id) {
    MachineSpec spec = new MachineSpec("vm", "vm", List.of(), 1, 1, 1);
    return new Vm(id, 0, 0, true, spec, Billing.perPeriod(HOUR_MILLIS), 0, 0);
  }
}
