package io.windhover.local;

import io.windhover.capacity.LaunchRefusal;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.core.model.Offer;
import io.windhover.host.HeldFolder;
import io.windhover.host.Interrupts;
import io.windhover.host.Lineage;
import io.windhover.host.ScaledClock;
import io.windhover.rental.SimulatedSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * This machine as a cloud: a process of its own, which outlives managers as a real cloud does. It
 * is the modelled cloud of simulations in real time, scaled, and what it rents out are process
 * trees. All is kept in one folder: the record of leases, the machines' own folders, the socket.
 */
public final class LocalCloud {
  private static final String RUN = "machine";

  private final Path folder;
  private final CloudPlan plan;
  private final LongSupplier realMillis = steadyClock();
  private final ScaledClock clock;
  private final CloudTime time;
  private final Contacts contacts = new Contacts();
  private final LeaseFile leases;
  private final Metadata metadata;
  private final Containment containment;
  private final SimulatedSource source;
  private final CloudSocket socket;

  /** Lines of news by the moment of the cloud's clock. */
  private final SortedMap<Long, String> untold = new TreeMap<>();

  private volatile boolean told;
  private long busyAtMillis;

  private LocalCloud(HeldFolder held, CloudPlan plan, Consumer<String> says) throws IOException {
    this.folder = held.folder();
    this.plan = plan;
    this.clock = ClockFile.readOrMake(folder, plan.factor(), realMillis.getAsLong());
    this.time = new CloudTime(clock, realMillis, this::passOn);
    var lineage = new Lineage(System.getenv(Lineage.VARIABLE), held.id(), RUN);
    this.containment = Levels.choose(plan.level(), held.id(), lineage);
    says.accept(containment.words());
    this.leases = new LeaseFile(folder);
    this.socket = new CloudSocket(folder, this::answer);
    this.metadata = new Metadata(this::sightingByRealTime);
    var machines =
        new LocalMachines(
            folder,
            plan.command(),
            containment,
            lineage,
            clock,
            contacts,
            metadata,
            this::endedByItself,
            says);
    this.source =
        new SimulatedSource(
            time.timeline(), plan.market(), plan.offers(), machines, this::tell, leases::changed);
    this.busyAtMillis = realMillis.getAsLong();
  }

  /** The system's clock as it is now, and from then on what has passed. */
  private static LongSupplier steadyClock() {
    long startMillis = System.currentTimeMillis();
    long startNanos = System.nanoTime();
    return () -> startMillis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  /**
   * Is the cloud of a folder until it is told to end, by a signal or through its socket, or until
   * nobody has needed it for long enough. Nothing is left running then.
   *
   * @param says what people should know, a line each
   * @throws io.windhover.host.FolderFailure if another process is it already
   */
  public static void run(Path folder, CloudPlan plan, Consumer<String> says)
      throws IOException, InterruptedException {
    try (HeldFolder held = HeldFolder.acquire(folder, "a cloud on this machine")) {
      new LocalCloud(held, plan, says).play();
    }
  }

  /** An earlier life that was killed left machines behind: they end now, and their leases with. */
  private void takeUp() throws IOException {
    containment.killAll();
    LocalMachines.clear(folder);
    time.tell(
        () -> {
          leases.restore(source);
          plan.offers().forEach(leases::offered);
          endAll("the cloud was killed");
        });
  }

  private void endAll(String why) {
    source.open().forEach(lease -> source.end(lease, why));
  }

  private void play() throws IOException, InterruptedException {
    Interrupts interrupts = new Interrupts(count -> end());
    try {
      takeUp();
      socket.open();
      time.play(this::isOver);
      time.tell(() -> endAll("the cloud was shut down"));
    } finally {
      interrupts.close();
      socket.close();
      metadata.close();
      containment.killAll(); // Also when what has happened cannot be written down any more.
      leases.close();
    }
  }

  private void end() {
    told = true;
    time.tell(() -> {});
  }

  private boolean isOver() {
    long nowMillis = realMillis.getAsLong();
    if (socket.hasListeners() || !source.open().isEmpty()) {
      busyAtMillis = nowMillis;
    }
    return told || nowMillis - busyAtMillis > plan.idleMillis();
  }

  private void endedByItself(String lease, String how) {
    Thread thread = new Thread(() -> time.tell(() -> source.end(lease, how)), "ended");
    thread.setDaemon(true);
    thread.start(); // Who tells may hold what this needs.
  }

  private void tell(SourceAnswer answer) {
    if (answer instanceof SourceAnswer.Seen seen) {
      untold.merge(
          time.timeline().nowMillis(),
          CloudLine.SEEN + "\t" + seenLine(seen.sighting()),
          (earlier, later) -> earlier + later.substring(CloudLine.SEEN.length()));
    } else if (answer instanceof SourceAnswer.Offered offered) {
      offered.offers().forEach(leases::offered);
      socket.tell(CloudLine.OFFERED);
    }
  }

  /** What becomes of several machines at one moment is told at once, when all of it is so. */
  private void passOn() {
    untold.values().forEach(socket::tell);
    untold.clear();
  }

  private String seenLine(Sighting seen) {
    return CloudWords.of(CloudWords.since(clock.originMillis(), seen));
  }

  private Optional<Sighting> sightingByRealTime(String lease) {
    return time.ask(
        () -> source.sighting(lease).map(seen -> seen.noticed(realOrNever(seen.noticeMillis()))));
  }

  private long realOrNever(long millis) {
    return millis == Long.MAX_VALUE ? Long.MAX_VALUE : clock.realAt(millis);
  }

  private void answer(String verb, Words words, CloudLine line) throws IOException, LaunchRefusal {
    switch (verb) {
      case "hello" ->
          line.sayRow(Words.line(clock.originMillis(), clock.factor(), containment.words()));
      case "offers" -> {
        for (Offer offer : time.ask(source::offers)) {
          line.sayRow(CloudWords.of(offer));
        }
      }
      case "ask" -> rent(words);
      case "release" -> {
        String lease = words.text();
        time.tell(() -> source.release(lease));
      }
      case "survey" -> {
        String mark = words.text();
        List<Sighting> all = time.ask(source::survey);
        for (Sighting seen : all) {
          if (seen.lease().startsWith(mark)) {
            line.sayRow(CloudWords.of(CloudWords.since(clock.originMillis(), seen)));
          }
        }
      }
      case "contact" -> contact(words);
      case "end" -> {
        time.tell(() -> endAll("the cloud was shut down"));
        end();
      }
      default -> throw new IllegalArgumentException("nobody here knows what '" + verb + "' is");
    }
  }

  private String contact(Words words) {
    String mark = words.text();
    var manager = new InetSocketAddress(words.text(), words.smallNumber());
    var variables = new TreeMap<String, String>();
    int count = words.smallNumber();
    for (int i = 0; i < count; i++) {
      variables.put(words.text(), words.text());
    }
    contacts.said(mark, new Contacts.Contact(manager, variables));
    return mark;
  }

  private void rent(Words words) throws LaunchRefusal {
    String mark = contact(words);
    var order = new LeaseOrder(words.text(), words.smallNumber(), words.text(), words.text());
    if (!order.lease().startsWith(mark) || !order.lease().matches("[A-Za-z0-9-]{1,100}")) {
      throw new LaunchRefusal("'%s' is no lease of %s".formatted(order.lease(), mark));
    }
    time.<Optional<Void>, LaunchRefusal>ask(
        () -> {
          source.ask(order);
          return Optional.empty();
        });
  }
}
