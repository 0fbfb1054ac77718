package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.model.Offer;
import io.windhover.core.testkit.Specs;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** A manager that has asked its source for one machine, which has not joined yet. */
abstract class RentedStage extends ManagerStage {
  private static final byte[] POOL_KEY = "a secret".getBytes(StandardCharsets.UTF_8);
  private static final Offer LARGE = new Offer("large", Specs.priced("large", 1, 1_000_000), 2);

  final List<LeaseOrder> asked = new ArrayList<>();
  final List<String> keys = new ArrayList<>();
  LeaseDoor door;

  @Override
  void start() {
    manager = new Manager(Recovery.load(store, new RentsOne()), store, SETTINGS, (b, d) -> {});
    door =
        manager.rentFrom(
            new SourceDesk() {
              @Override
              public void ask(LeaseOrder order) {
                asked.add(order);
              }

              @Override
              public void release(String lease) {}

              @Override
              public void survey() {}

              @Override
              public void offers() {
                manager.heard(new SourceAnswer.Offered(List.of(LARGE)));
              }
            },
            POOL_KEY);
    manager.start(
        new ManagerLink() {
          @Override
          public void send(String worker, ToWorker message) {
            wire.send(worker, message);
            if (message instanceof ToWorker.Welcome welcome && !welcome.sessionKey().isEmpty()) {
              keys.add(welcome.sessionKey());
            }
          }

          @Override
          public void close() {}
        },
        nowMillis);
  }

  @BeforeEach
  void oneIsAskedFor() {
    turnAfter(100);
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(100);
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
