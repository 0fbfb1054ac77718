package io.windhover.manager;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.event.Batch;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.MachineView.State;
import io.windhover.core.testkit.Specs;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.WorkerProfile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A manager that rents one machine of a source, whose answers are the test's to give. */
abstract class RentingStage extends ManagerStage {
  static final byte[] POOL_KEY = "a secret".getBytes(StandardCharsets.UTF_8);
  static final Offer LARGE = new Offer("large", Specs.priced("large", 1, 1_000_000_000), 2);

  final List<LeaseOrder> asked = new ArrayList<>();
  final List<String> released = new ArrayList<>();
  final List<Long> surveys = new ArrayList<>();

  /** Who may come in as the machine, for those who keep a port. */
  LeaseDoor door;

  @Override
  void start() {
    manager = new Manager(Recovery.load(store, new RentsOne()), store, SETTINGS, this::stepped);
    door =
        manager.rentFrom(
            new SourceDesk() {
              @Override
              public void ask(LeaseOrder order) {
                asked.add(order);
              }

              @Override
              public void release(String lease) {
                released.add(lease);
              }

              @Override
              public void survey(long atMillis) {
                surveys.add(nowMillis);
              }

              @Override
              public void offers() {
                manager.heard(new SourceAnswer.Offered(offered()));
              }
            },
            POOL_KEY);
    manager.start(link(), nowMillis);
  }

  /** Looks on at every step. */
  void stepped(Batch batch, Decision decision) {}

  /** The wire on which the manager speaks to the machine's worker. */
  ManagerLink link() {
    return wire;
  }

  List<Offer> offered() {
    return List.of(LARGE);
  }

  /** A job is submitted, for which a machine is asked for. */
  void submit() {
    turnAfter(100);
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(100);
  }

  String lease() {
    return asked.get(0).lease();
  }

  int machine() {
    return asked.get(0).machine();
  }

  State state() {
    return world().machine(machine()).orElseThrow().state();
  }

  /** Its worker dials in: with the join secret at first, with its session key from then on. */
  void dialIn(String proof) {
    var profile = new WorkerProfile(lease(), "s", List.of(), 1, 1_000).leased(lease(), proof);
    manager.received(lease(), new ToManager.Join(profile, List.of()));
    turnAfter(100);
  }

  void dialIn() {
    dialIn(asked.get(0).joinSecret());
  }

  void hear(SourceAnswer answer) {
    manager.heard(answer);
    turnAfter(100);
  }

  Sighting sighting(Sighting.State state, long changedAtMillis) {
    return new Sighting(lease(), state, 1_150, changedAtMillis);
  }

  /** The source tells by itself what has become of the machine. */
  void seen(Sighting.State state, long changedAtMillis) {
    hear(new SourceAnswer.Seen(sighting(state, changedAtMillis)));
  }

  void surveyed(long begunAtMillis, Sighting... sightings) {
    hear(new SourceAnswer.Surveyed(begunAtMillis, List.of(sightings)));
  }
}
