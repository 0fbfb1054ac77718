package io.windhover.virtual;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.capacity.Source;
import io.windhover.capacity.SourceAnswer;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.LeasedMachine;
import io.windhover.simulator.LeasedMachines;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The modelled cloud of simulations as a source, in virtual time: what it rents are virtual
 * workers, which it boots, freezes, thaws and ends. It keeps a record of its own, so that what the
 * manager thinks it has paid can be compared with what was charged.
 */
public final class SimulatedSource implements Source {
  /** What a source does to the machines that it rents out. */
  public interface Machines {
    void boot(LeaseOrder order, MachineSpec spec);

    void freeze(String lease);

    void thaw(String lease);

    void end(String lease);
  }

  /** Numbers from here on are of machines whose own number another lease has had. */
  private static final int NUMBERS_OF_OUR_OWN = 1_000_000;

  private static final class Rented {
    final LeaseOrder order;
    final int number;
    final Offer offer;
    State state = State.STARTING;
    String why = "";
    long changedAtMillis;
    long upAtMillis;
    long frozenMillis;
    long noticeMillis = Long.MAX_VALUE;
    Coming coming = Coming.ENDED;

    Rented(LeaseOrder order, int number, Offer offer, long nowMillis) {
      this.order = order;
      this.number = number;
      this.offer = offer;
      this.changedAtMillis = nowMillis;
    }

    boolean isThere() {
      return state == State.STARTING || state == State.RUNNING || state == State.HIBERNATED;
    }

    LeasedMachine leased() {
      return new LeasedMachine(
          number,
          offer.machine(),
          offer.isSpot(),
          switch (state) {
            case STARTING -> MachineView.State.REQUESTED;
            case HIBERNATED -> MachineView.State.HIBERNATED;
            default -> MachineView.State.READY;
          },
          List.of());
    }

    Sighting seen() {
      return new Sighting(
          order.lease(),
          state,
          upAtMillis,
          changedAtMillis,
          frozenMillis,
          noticeMillis,
          coming,
          why);
    }
  }

  private final Timeline timeline;
  private final Cloud cloud;
  private final List<Offer> offers;
  private final Machines machines;
  private final LeasedMachines rentedOut = new RentedOut();
  private final Consumer<SourceAnswer> news;
  private final Map<String, Rented> leases = new LinkedHashMap<>();

  /** By the numbers under which the cloud knows them. */
  private final TreeMap<Integer, Rented> byNumber = new TreeMap<>();

  private long plannedMillis = Cloud.NEVER_MILLIS;

  /**
   * Makes a source of a modelled cloud.
   *
   * @param news hears at once of what becomes of a machine, as far as nothing goes wrong
   */
  public SimulatedSource(
      Timeline timeline,
      Cloud cloud,
      List<Offer> offers,
      Machines machines,
      Consumer<SourceAnswer> news) {
    this.timeline = timeline;
    this.cloud = cloud;
    this.offers = List.copyOf(offers);
    this.machines = machines;
    this.news = news;
    plan();
  }

  /** What the cloud sees: what is rented out here, whatever the manager knows of it. */
  private final class RentedOut implements LeasedMachines {
    @Override
    public List<LeasedMachine> all() {
      return byNumber.values().stream().filter(Rented::isThere).map(Rented::leased).toList();
    }

    @Override
    public Optional<LeasedMachine> machine(int number) {
      return Optional.ofNullable(byNumber.get(number)).filter(Rented::isThere).map(Rented::leased);
    }
  }

  /** Moments at which the cloud does something by itself lie on the timeline with all others. */
  private void plan() {
    long next = cloud.nextMillis();
    if (next != Cloud.NEVER_MILLIS && next != plannedMillis) {
      plannedMillis = next;
      timeline.at(next, this::happen);
    }
  }

  private void happen() {
    while (cloud.nextMillis() == timeline.nowMillis()) {
      for (Event event : cloud.happen(timeline.nowMillis(), rentedOut)) {
        if (event instanceof MachineChange change) {
          befall(change);
        }
      }
    }
    plan();
  }

  private void befall(MachineChange change) {
    Rented rented = byNumber.get(change.machine());
    if (rented == null || !rented.isThere()) {
      return;
    }
    if (change instanceof MachineChange.Hibernated && rented.state == State.RUNNING) {
      machines.freeze(rented.order.lease());
      become(rented, State.HIBERNATED);
    } else if (change instanceof MachineChange.Resumed && rented.state == State.HIBERNATED) {
      rented.frozenMillis += timeline.nowMillis() - rented.changedAtMillis;
      rented.noticeMillis = Long.MAX_VALUE;
      machines.thaw(rented.order.lease());
      become(rented, State.RUNNING);
    } else if (change instanceof MachineChange.Notice notice) {
      rented.noticeMillis = notice.lostAtMillis();
      rented.coming = notice.coming();
      tell(rented);
    } else if (change instanceof MachineChange.LaunchRefused refused
        && rented.state == State.STARTING) {
      rented.why = refused.why();
      become(rented, State.REFUSED);
    } else if (change instanceof MachineChange.Lost lost) {
      rented.why = lost.why();
      end(rented);
    }
  }

  private void become(Rented rented, State state) {
    rented.state = state;
    rented.changedAtMillis = timeline.nowMillis();
    tell(rented);
  }

  private void tell(Rented rented) {
    news.accept(new SourceAnswer.Seen(rented.seen()));
  }

  private void end(Rented rented) {
    if (rented.state == State.HIBERNATED) {
      rented.frozenMillis += timeline.nowMillis() - rented.changedAtMillis;
    }
    machines.end(rented.order.lease());
    become(rented, State.ENDED);
  }

  @Override
  public List<Offer> offers() {
    return offers;
  }

  @Override
  public void ask(LeaseOrder order) {
    if (leases.containsKey(order.lease())) {
      return;
    }
    long nowMillis = timeline.nowMillis();
    Offer offer =
        offers.stream().filter(o -> o.name().equals(order.offer())).findFirst().orElseThrow();
    Rented rented = new Rented(order, numberFor(order), offer, nowMillis);
    leases.put(order.lease(), rented);
    byNumber.put(rented.number, rented);
    OptionalLong launchMillis = cloud.launchMillis(offer, rented.number, nowMillis);
    if (launchMillis.isPresent()) {
      timeline.in(launchMillis.getAsLong(), () -> up(rented));
    } else {
      timeline.in(
          cloud.refusalMillis(),
          () -> {
            if (rented.isThere()) {
              rented.why = "no capacity";
              become(rented, State.REFUSED);
            }
          });
    }
    plan();
  }

  /**
   * The number the cloud is to know the machine by: the manager's own, as in a simulation, unless a
   * manager whose state was replaced has given it out again.
   */
  private int numberFor(LeaseOrder order) {
    return byNumber.containsKey(order.machine())
        ? NUMBERS_OF_OUR_OWN + leases.size()
        : order.machine();
  }

  /** Nobody is told: the machine dials in. */
  private void up(Rented rented) {
    if (rented.state == State.STARTING) {
      rented.state = State.RUNNING;
      rented.changedAtMillis = timeline.nowMillis();
      rented.upAtMillis = timeline.nowMillis();
      MachineSpec spec =
          cloud.delivered(
              new MachineChange.Ready(rented.number, rented.offer.machine()), timeline.nowMillis());
      machines.boot(rented.order, spec);
      plan();
    }
  }

  @Override
  public void release(String lease) {
    Rented rented = leases.get(lease);
    if (rented != null && rented.isThere()) {
      cloud.released(rented.number, timeline.nowMillis());
      end(rented);
      plan();
    }
  }

  @Override
  public List<Sighting> survey() {
    return leases.values().stream()
        .filter(rented -> rented.state != State.REFUSED)
        .map(Rented::seen)
        .toList();
  }

  /** How many machines were ever asked for. */
  public int leases() {
    return leases.size();
  }

  /** The leases that are still charged for. */
  public List<String> open() {
    return leases.values().stream().filter(Rented::isThere).map(r -> r.order.lease()).toList();
  }

  /** What was charged for all leases until now, by this source's own clock. */
  public long chargedNanos() {
    return leases.values().stream().mapToLong(this::chargedNanos).sum();
  }

  private long chargedNanos(Rented rented) {
    if (rented.upAtMillis == 0) {
      return 0;
    }
    boolean ended = rented.state == State.ENDED;
    long until = ended ? rented.changedAtMillis : timeline.nowMillis();
    long frozen =
        rented.frozenMillis
            + (rented.state == State.HIBERNATED ? until - rented.changedAtMillis : 0);
    return Money.costNanos(
        rented.offer.machine().pricePerHourNanos(),
        rented.offer.billing().chargedMillis(until - rented.upAtMillis - frozen));
  }

  @Override
  public void close() {}
}
