package io.windhover.wire.xmpp.pool;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import io.windhover.wire.WorkerProfile;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.WorkerText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the link knows of one worker. Whoever uses it holds its monitor, and calls nobody who could
 * wait for it. All it keeps is bounded.
 */
final class Peer {
  private static final int AWAITED_MAX = 4_096;
  private static final int PINGS_MAX = 4;
  static final int RECEIPTS_MAX = 4_096;
  private static final int SAID_AGAIN_MAX = 4;
  private static final int ATTEMPTS_MAX = 1_024;

  final Jid address;
  final String name;
  final Map<String, Awaited> awaited = new Bounded<>(AWAITED_MAX);

  /** Orders and cancels that are not sent yet. */
  final Deque<ToWorker> waiting = new ArrayDeque<>();

  /** Whether somebody is about to send what waits. */
  boolean scheduled;

  /** It was removed: nothing is sent to it or taken from it any more. */
  boolean over;

  private final Map<Owing, List<Receipt>> receipts = new Bounded<>(RECEIPTS_MAX);
  private final Map<Long, AttemptRef> lastAttempts = new Bounded<>(ATTEMPTS_MAX);
  private final Deque<Stanza> pings = new ArrayDeque<>();

  private @Nullable WorkerText text;
  private String session = "";
  private List<String> offers = List.of();
  private @Nullable CapsHash caps;
  private boolean batches;

  /** Its presence says dnd, which counts for those who do not count cores. */
  private boolean busy;

  boolean joined;
  boolean awaitsWelcome;

  /** Its next presence is a new join: it was told to, or the stream was lost in between. */
  boolean expectsJoin;

  /** Its presence was seen since the stream was opened. */
  boolean confirmed;

  /** When it was last asked what it is; 0 for never. */
  long askedNanos;

  /** What it is, while it is asked what it offers. */
  @Nullable Capabilities described;

  Peer(Jid address) {
    this.address = address;
    this.name = address.toString();
  }

  boolean isKestrels() {
    return text == null;
  }

  boolean batches() {
    return batches;
  }

  @Nullable CapsHash caps() {
    return caps;
  }

  /** It is there, for the first time or as another than before; what is not asked yet must be. */
  void begin(@Nullable WorkerText newText, String newSession, @Nullable CapsHash newCaps) {
    awaited.clear();
    waiting.clear();
    receipts.clear();
    lastAttempts.clear();
    pings.clear();
    text = newText;
    session = newSession;
    caps = newCaps;
    joined = false;
    confirmed = true;
  }

  boolean isSameAs(@Nullable WorkerText newText) {
    return newText == null ? text == null : session.equals(newText.session());
  }

  /** Keeps what its presence shows; answers what it showed before. */
  boolean showBusy(boolean now) {
    boolean before = busy;
    busy = now;
    return before;
  }

  /** A newer presence of the same worker; answers what of it the manager must know. */
  List<ToManager> seenAgain(@Nullable WorkerText newText, boolean busyBefore) {
    WorkerText old = text;
    text = newText;
    confirmed = true;
    List<ToManager> said = new ArrayList<>();
    if (!joined) {
      return said;
    }
    if (newText == null || old == null) {
      return expectsJoin ? join() : busy == busyBefore ? said : List.of(new ToManager.Busy(busy));
    }
    boolean resized = newText.cores() != old.cores() || newText.memoryBytes() != old.memoryBytes();
    // Nothing new in it: it is the join said again, because no welcome was heard.
    boolean saidAgain = !resized && newText.free() == old.free();
    saidAgain |= !newText.proof().equals(old.proof()); // A rented machine shows its key.
    if (expectsJoin || saidAgain) {
      said.addAll(join());
    }
    if (resized) {
      said.add(new ToManager.Resized(newText.cores(), newText.memoryBytes()));
    }
    return said;
  }

  /** All that must be asked is answered. */
  List<ToManager> joins(Capabilities capabilities, List<String> itsOffers) {
    offers = itsOffers;
    batches = text != null && capabilities.features().contains(Namespaces.BATCH);
    joined = true;
    return join();
  }

  /** When it is said again the manager answers again. */
  private List<ToManager> join() {
    expectsJoin = false;
    awaitsWelcome = true;
    WorkerText said = text;
    int cores = said == null ? 1 : said.cores();
    long memoryBytes = said == null ? 0 : said.memoryBytes();
    List<AttemptRef> held = said == null ? List.of() : said.held();
    // Whoever cannot be given several orders at once gains nothing by having them early.
    int ahead = said == null || !batches ? 0 : said.ahead();
    var profile = new WorkerProfile(name, session, offers, cores, memoryBytes, ahead);
    var join =
        new ToManager.Join(
            said == null ? profile : profile.leased(said.lease(), said.proof()), held);
    return said == null ? List.of(join, new ToManager.Busy(busy)) : List.of(join);
  }

  // Pings of the worker, until the manager has said what it thinks of it.

  void pinged(Stanza ping) {
    if (pings.size() == PINGS_MAX) {
      pings.removeFirst();
    }
    pings.addLast(Receipt.head(ping));
  }

  List<Stanza> takePings() {
    List<Stanza> all = List.copyOf(pings);
    pings.clear();
    return all;
  }

  // Reports.

  /** The eldest are forgotten when there are too many: their worker will say them again. */
  void owe(Receipt receipt, Collection<Owing> reports) {
    for (Owing report : reports) {
      List<Receipt> owed = receipts.computeIfAbsent(report, key -> new ArrayList<>(1));
      if (owed.size() == SAID_AGAIN_MAX) {
        owed.remove(0);
      }
      owed.add(receipt);
    }
  }

  /** The answers that are due now that this report is recorded. */
  List<Stanza> recorded(Owing report) {
    List<Receipt> owed = receipts.remove(report);
    if (owed == null) {
      return List.of();
    }
    return owed.stream().filter(Receipt::recorded).map(Receipt::answer).toList();
  }

  // Attempts of those who do not count them.

  void given(AttemptRef ref) {
    lastAttempts.put(key(ref), ref);
  }

  /**
   * The attempt that is meant; one without a number when the task was never given to it. One that
   * says its number and no origin may speak of what it was given before the stream was lost.
   */
  AttemptRef meant(AttemptRef ref) {
    AttemptRef last = lastAttempts.get(key(ref));
    if (last == null || !ref.origin().isEmpty()) {
      return ref;
    }
    return ref.attempt() == 0 || last.mayBe(ref) ? last : ref;
  }

  private static long key(AttemptRef ref) {
    return ((long) ref.job() << 32) | ref.task();
  }
}
