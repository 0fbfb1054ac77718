package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.LeaseOrder;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** A manager that has asked its source for one machine, which has not joined yet. */
abstract class RentedStage extends RentingStage {
  final List<String> keys = new ArrayList<>();

  @Override
  ManagerLink link() {
    return new ManagerLink() {
      @Override
      public void send(String worker, ToWorker message) {
        wire.send(worker, message);
        if (message instanceof ToWorker.Welcome welcome && !welcome.sessionKey().isEmpty()) {
          keys.add(welcome.sessionKey());
        }
      }

      @Override
      public void close() {}
    };
  }

  @BeforeEach
  void oneIsAskedFor() {
    submit();
    assertThat(asked).hasSize(1);
  }

  LeaseOrder order() {
    return asked.get(0);
  }

  void joins(String session, String proof, AttemptRef... held) {
    said.clear();
    var profile =
        new WorkerProfile(order().lease(), session, List.of(), 1, 1_000)
            .leased(order().lease(), proof);
    manager.received(order().lease(), new ToManager.Join(profile, List.of(held)));
    turnAfter(100);
  }
}
