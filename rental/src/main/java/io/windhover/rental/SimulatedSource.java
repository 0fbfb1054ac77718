package io.windhover.rental;

import io.windhover.capacity.LaunchRefusal;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.capacity.Source;
import io.windhover.capacity.SourceAnswer;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.rental.LeaseChange.Kind;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.LeasedMachine;
import io.windhover.simulator.LeasedMachines;
import io.windhover.simulator.Timeline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The modelled cloud of simulations as a source: what it rents out are machines of whoever made it,
 * workers in virtual time or real processes, which it boots, freezes, thaws, resizes and ends. It
 * keeps a record of its own, so that what the manager thinks it has paid can be compared with what
 * was charged. Its time is a {@link Timeline}, whose moments are all played on one thread.
 */
public final class SimulatedSource implements Source {
  /** What a source does to the machines that it rents out. */
  public interface Machines {
    /** The machine was asked for and is to be up after the time its start-up takes. */
    default void prepare(LeaseOrder order, MachineSpec spec) {}

    /** The machine is up. */
    void boot(LeaseOrder order, MachineSpec spec);

    void freeze(String lease);

    void thaw(String lease);

    void resize(String lease, int cores, long memoryBytes);

    /** For good; also of one that was only asked for. */
    void end(String lease);
  }

  /** Numbers from here on are of machines whose own number another lease has had. */
  private static final int NUMBERS_OF_OUR_OWN = 1_000_000;

  private final Timeline timeline;
  private final Cloud cloud;
  private final Machines machines;
  private final LeasedMachines rentedOut = new RentedOut();
  private final Consumer<SourceAnswer> news;
  private final Consumer<LeaseChange> witness;
  private final Map<String, SimulatedLease> leases = new LinkedHashMap<>();

  /** By the numbers under which the cloud knows them. */
  private final TreeMap<Integer, SimulatedLease> byNumber = new TreeMap<>();

  private List<Offer> offers;
  private long plannedMillis = Cloud.NEVER_MILLIS;
  private boolean tellsSums = true;
  private int mostOpen;

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
    this(timeline, cloud, offers, machines, news, change -> {});
  }

  /**
   * The same with somebody who writes down what becomes of leases.
   *
   * @param witness told of each change before anybody else is
   */
  public SimulatedSource(
      Timeline timeline,
      Cloud cloud,
      List<Offer> offers,
      Machines machines,
      Consumer<SourceAnswer> news,
      Consumer<LeaseChange> witness) {
    this.timeline = timeline;
    this.cloud = cloud;
    this.offers = List.copyOf(offers);
    this.machines = machines;
    this.news = news;
    this.witness = witness;
    plan();
  }

  /**
   * Takes up what an earlier life of this source wrote down, change by change, before anything is
   * asked of this one. What was there then is still there by the record: whoever knows better ends
   * it.
   */
  public synchronized void restore(LeaseChange change) {
    SimulatedLease known = leases.get(change.lease());
    if (known != null) {
      known.apply(change);
    }
  }

  /** The same of a lease that was asked for, by this offer. */
  public synchronized void restore(LeaseChange asked, Offer offer) {
    var order = new LeaseOrder(asked.lease(), (int) asked.second(), asked.text(), "");
    enter(new SimulatedLease(order, (int) asked.first(), offer, asked.atMillis()));
  }

  private void enter(SimulatedLease rented) {
    leases.put(rented.order.lease(), rented);
    byNumber.put(rented.number, rented);
    mostOpen = Math.max(mostOpen, open().size());
  }

  private void become(SimulatedLease rented, Kind kind, long first, long second, String text) {
    var change =
        new LeaseChange(rented.order.lease(), timeline.nowMillis(), kind, first, second, text);
    witness.accept(change);
    rented.apply(change);
  }

  private void become(SimulatedLease rented, Kind kind) {
    become(rented, kind, 0, 0, "");
  }

  /** What the cloud sees: what is rented out here, whatever the manager knows of it. */
  private final class RentedOut implements LeasedMachines {
    @Override
    public List<LeasedMachine> all() {
      return byNumber.values().stream()
          .filter(SimulatedLease::isThere)
          .map(SimulatedLease::leased)
          .toList();
    }

    @Override
    public Optional<LeasedMachine> machine(int number) {
      return Optional.ofNullable(byNumber.get(number))
          .filter(SimulatedLease::isThere)
          .map(SimulatedLease::leased);
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
    SimulatedLease rented = byNumber.get(change.machine());
    if (rented == null || !rented.isThere()) {
      return;
    }
    String lease = rented.order.lease();
    if (change instanceof MachineChange.Hibernated && rented.state() == State.RUNNING) {
      machines.freeze(lease);
      become(rented, Kind.FROZEN);
      tell(rented);
    } else if (change instanceof MachineChange.Resumed && rented.state() == State.HIBERNATED) {
      machines.thaw(lease);
      become(rented, Kind.THAWED);
      tell(rented);
    } else if (change instanceof MachineChange.Notice notice) {
      become(rented, Kind.NOTICED, notice.lostAtMillis(), 0, notice.coming().name());
      tell(rented);
    } else if (change instanceof MachineChange.LaunchRefused refused
        && rented.state() == State.STARTING) {
      refuse(rented, refused.why());
    } else if (change instanceof MachineChange.Resized resized) {
      resize(rented, resized);
    } else if (change instanceof MachineChange.Lost lost) {
      end(rented, lost.why());
    }
  }

  /** A machine without cores is none: that is an eviction. Nobody is told: the machine says so. */
  private void resize(SimulatedLease rented, MachineChange.Resized resized) {
    if (resized.cores() == 0) {
      end(rented, "evicted");
    } else if (rented.state() == State.RUNNING) {
      become(rented, Kind.RESIZED, resized.cores(), resized.memoryBytes(), "");
      machines.resize(rented.order.lease(), resized.cores(), resized.memoryBytes());
    }
  }

  private void tell(SimulatedLease rented) {
    news.accept(new SourceAnswer.Seen(seen(rented)));
  }

  private void end(SimulatedLease rented, String why) {
    machines.end(rented.order.lease());
    become(rented, Kind.ENDED, 0, 0, why);
    tell(rented);
  }

  private void refuse(SimulatedLease rented, String why) {
    machines.end(rented.order.lease());
    become(rented, Kind.REFUSED, 0, 0, why);
    tell(rented);
  }

  /** From now on it says when leases began and ended, and leaves the sums to their terms. */
  public void keepSumsToItself() {
    tellsSums = false;
  }

  private Sighting seen(SimulatedLease rented) {
    Sighting seen = rented.seen();
    return tellsSums ? seen : seen.charged(Sighting.NOT_SAID);
  }

  /** Other machines, or the same ones at other prices, can be had from now on. */
  public void offer(List<Offer> changed) {
    offers = List.copyOf(changed);
    for (Offer offer : offers) {
      leases.values().stream()
          .filter(lease -> lease.isThere() && lease.order.offer().equals(offer.name()))
          .forEach(
              lease -> become(lease, Kind.REPRICED, offer.machine().pricePerHourNanos(), 0, ""));
    }
    news.accept(new SourceAnswer.Offered(offers));
  }

  @Override
  public List<Offer> offers() {
    return offers;
  }

  @Override
  public synchronized void ask(LeaseOrder order) throws LaunchRefusal {
    SimulatedLease known = leases.get(order.lease());
    if (known != null && known.state() == State.REFUSED) {
      throw new LaunchRefusal(known.seen().why()); // The manager may not have heard of it.
    } else if (known != null) {
      return;
    }
    long nowMillis = timeline.nowMillis();
    Offer offer =
        offers.stream()
            .filter(now -> now.name().equals(order.offer()) && now.limit() > 0)
            .findFirst()
            .orElseThrow(() -> new LaunchRefusal(order.offer() + " is not offered"));
    SimulatedLease rented = new SimulatedLease(order, numberFor(order), offer, nowMillis);
    witness.accept(
        new LeaseChange(
            order.lease(), nowMillis, Kind.ASKED, rented.number, order.machine(), offer.name()));
    enter(rented);
    OptionalLong launchMillis = cloud.launchMillis(offer, rented.number, nowMillis);
    if (launchMillis.isPresent()) {
      machines.prepare(order, rented.spec());
      timeline.in(launchMillis.getAsLong(), () -> up(rented));
    } else {
      timeline.in(
          cloud.refusalMillis(),
          () -> {
            if (rented.isThere()) {
              refuse(rented, "no capacity");
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
  private void up(SimulatedLease rented) {
    if (rented.state() == State.STARTING) {
      MachineSpec delivered =
          cloud.delivered(
              new MachineChange.Ready(rented.number, rented.spec()), timeline.nowMillis());
      become(rented, Kind.UP, delivered.cores(), delivered.memoryBytes(), "");
      machines.boot(rented.order, delivered);
      plan();
    }
  }

  @Override
  public void release(String lease) {
    end(lease, "");
  }

  /** The machine has come to an end by itself, or is to. */
  public synchronized void end(String lease, String why) {
    SimulatedLease rented = leases.get(lease);
    if (rented != null && rented.isThere()) {
      cloud.released(rented.number, timeline.nowMillis());
      end(rented, why);
      plan();
    }
  }

  @Override
  public synchronized List<Sighting> survey() {
    return leases.values().stream().map(this::seen).toList();
  }

  /** What is known of one lease. */
  public synchronized Optional<Sighting> sighting(String lease) {
    return Optional.ofNullable(leases.get(lease)).map(this::seen);
  }

  /** How many machines were ever asked for. */
  public int leases() {
    return leases.size();
  }

  /** The leases that are still charged for. */
  public List<String> open() {
    return leases.values().stream()
        .filter(SimulatedLease::isThere)
        .map(rented -> rented.order.lease())
        .toList();
  }

  /** How many leases were charged for at once, at the most. */
  public int mostOpen() {
    return mostOpen;
  }

  /** What was charged for all leases until now, by this source's own clock. */
  public long chargedNanos() {
    return leases.values().stream()
        .mapToLong(lease -> lease.chargedNanos(timeline.nowMillis()))
        .sum();
  }

  /** As {@link #chargedNanos()}, lease by lease; one that was refused is none. */
  public Map<String, Long> chargedNanosByLease() {
    Map<String, Long> charged = new LinkedHashMap<>();
    leases.forEach(
        (id, lease) -> {
          if (lease.state() != State.REFUSED) {
            charged.put(id, lease.chargedNanos(timeline.nowMillis()));
          }
        });
    return charged;
  }

  @Override
  public void close() {}

  /** The source as a pool with this mark sees it, from a start of its manager to the end of it. */
  public Source account(String mark) {
    return new PoolAccount(this, mark);
  }
}
