package io.windhover.app.pool;

import io.windhover.app.job.JobWords;
import io.windhover.manager.KeptJobs;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.store.StoreView;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Jobs in their owners' rosters: available while tasks run, away while all wait, xa when over. What
 * an owner has agreed to is kept in the store, so that it is shown again after a restart.
 */
final class JobPresence {
  /** Requests that an owner has not answered; beyond that no more are made. */
  private static final int ASKED_MAX = 100;

  private static final long PAUSE_MILLIS = 1_000;

  /** How a job is shown that is over. */
  private static final String OVER = "xa";

  private enum State {
    ASKED,
    SHOWN,
    /** Taken from the roster, or never let in. */
    REMOVED
  }

  private static final class Contact {
    final int job;
    final Jid owner;
    State state;
    String shown = "";
    long shownAtMillis;

    Contact(int job, Jid owner, State state) {
      this.job = job;
      this.owner = owner;
      this.state = state;
    }
  }

  private final Counter counter;
  private final Addresses addresses;
  private final StoreView store;
  private final Map<Integer, Contact> contacts = new LinkedHashMap<>();

  /**
   * @param store a view that only the desk uses
   */
  JobPresence(Counter counter, Addresses addresses, StoreView store) {
    this.counter = counter;
    this.addresses = addresses;
    this.store = store;
  }

  /** Takes up what the job's owner had agreed to, in an earlier life of the manager or long ago. */
  @Nullable Contact recover(int job) {
    String[] words = store.value(KeptJobs.rosterKey(job)).orElse("").split(" ", 2);
    if (words.length == 2) {
      State state = State.valueOf(words[0].toUpperCase(Locale.ROOT));
      contacts.put(job, new Contact(job, Jid.of(words[1]), state));
    }
    return contacts.get(job);
  }

  private void become(Contact contact, State state) {
    contact.state = state;
    counter
        .manager()
        .note(
            KeptJobs.rosterKey(contact.job),
            state.name().toLowerCase(Locale.ROOT) + " " + contact.owner);
  }

  /** A new job asks to be let into its owner's roster. */
  void accepted(int job, String owner) {
    Jid address = Jid.of(owner);
    long asked =
        contacts.values().stream()
            .filter(c -> c.state == State.ASKED && c.owner.equals(address))
            .limit(ASKED_MAX)
            .count();
    if (!contacts.containsKey(job) && asked < ASKED_MAX) {
      var contact = new Contact(job, address, State.ASKED);
      contacts.put(job, contact);
      become(contact, State.ASKED);
      counter.send(Stanza.presence("subscribe", addresses.job(job), address, List.of()));
    }
  }

  /** The owner of this job, and nobody else, has sent its presence to it. */
  void ofOwner(int job, Jid owner, String type) {
    Contact known = contacts.containsKey(job) ? contacts.get(job) : recover(job);
    Contact contact = known == null ? new Contact(job, owner, State.REMOVED) : known;
    contacts.put(job, contact);
    switch (type) {
      case "subscribe" -> {
        counter.send(Stanza.presence("subscribed", addresses.job(job), owner, List.of()));
        become(contact, State.SHOWN);
        show(contact);
      }
      case "subscribed" -> {
        if (contact.state != State.SHOWN) {
          become(contact, State.SHOWN);
          show(contact);
        }
      }
      case "probe" -> {
        if (contact.state == State.SHOWN) {
          show(contact);
        }
      }
      case "unsubscribe", "unsubscribed" -> removed(contact, type);
      default -> {}
    }
  }

  /** To leave the roster is to cancel; not to let in a job that asks is only that. */
  private void removed(Contact contact, String type) {
    boolean wasShown = contact.state == State.SHOWN;
    if (contact.state != State.REMOVED) {
      become(contact, State.REMOVED);
    }
    if (type.equals("unsubscribe")) {
      counter.send(
          Stanza.presence("unsubscribed", addresses.job(contact.job), contact.owner, List.of()));
    }
    JobProgress job = progress(contact.job);
    if (wasShown && (job == null || !job.over())) {
      var unused = counter.manager().cancel(contact.job, contact.owner.toString());
    }
  }

  private @Nullable JobProgress progress(int job) {
    return counter
        .manager()
        .progress()
        .job(job)
        .or(() -> KeptJobs.progress(store, job))
        .orElse(null);
  }

  /**
   * Shows what has changed; to be called about once a second. A job that has left the manager's
   * world, and was shown as over, is looked up in the store when its owner comes back to it.
   */
  void tick() {
    long nowMillis = counter.nowMillis();
    contacts.values().removeIf(this::hasLeft);
    for (Contact contact : contacts.values()) {
      JobProgress job = contact.state == State.SHOWN ? progress(contact.job) : null;
      if (job != null
          && nowMillis - contact.shownAtMillis >= PAUSE_MILLIS
          && !text(job).equals(contact.shown)) {
        show(contact);
      }
    }
  }

  /** Nobody has heard anything while we were not connected. */
  void connected() {
    for (Contact contact : contacts.values()) {
      JobProgress job = progress(contact.job);
      if (job != null && !job.over()) {
        contact.shown = "";
      }
    }
  }

  private boolean hasLeft(Contact contact) {
    boolean settled = contact.state == State.REMOVED || contact.shown.startsWith(OVER);
    return settled
        && counter.manager().progress().job(contact.job).isEmpty()
        && KeptJobs.progress(store, contact.job).isPresent();
  }

  private void show(Contact contact) {
    JobProgress job = progress(contact.job);
    if (job == null) {
      return; // So new that it is not counted yet: the next tick shows it.
    }
    contact.shown = text(job);
    contact.shownAtMillis = counter.nowMillis();
    List<Xml> payload = new ArrayList<>();
    if (!show(job).isEmpty()) {
      payload.add(Xml.text("show", Namespaces.COMPONENT, show(job)));
    }
    payload.add(Xml.text("status", Namespaces.COMPONENT, JobWords.chatCounts(job)));
    counter.send(Stanza.presence("", addresses.job(contact.job), contact.owner, payload));
  }

  private static String text(JobProgress job) {
    return show(job) + " " + JobWords.chatCounts(job);
  }

  private static String show(JobProgress job) {
    return job.over() ? OVER : job.running() > 0 ? "" : "away";
  }
}
