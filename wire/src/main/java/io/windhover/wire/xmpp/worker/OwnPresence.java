package io.windhover.wire.xmpp.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.WorkerProfile;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Stanza.Condition;
import io.windhover.wire.xmpp.WorkerText;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a worker shows of itself to the pool. A change between some free cores and none is shown
 * when it has lasted a second: the manager knows what it gave, and short tasks would make a flood.
 */
final class OwnPresence {
  private static final long SETTLING_MILLIS = 1_000;

  private final Jid pool;
  private final Consumer<Stanza> wire;
  private final ScheduledExecutorService timer;
  private final Set<AttemptRef> held = new LinkedHashSet<>();

  private @Nullable WorkerProfile profile;
  private @Nullable Capabilities capabilities;
  private boolean connected;
  private boolean unsaid;
  private int free = -1;
  private boolean saidBusy;
  private boolean lookIsDue;

  OwnPresence(Jid pool, Consumer<Stanza> wire, ScheduledExecutorService timer) {
    this.pool = pool;
    this.wire = wire;
    this.timer = timer;
  }

  synchronized void connected(boolean now) {
    connected = now;
  }

  synchronized void join(WorkerProfile newProfile, List<AttemptRef> nowHeld) {
    if (profile == null || !profile.labels().equals(newProfile.labels())) {
      capabilities = new Capabilities(newProfile.labels());
    }
    profile = newProfile;
    held.clear();
    held.addAll(nowHeld);
    if (free < 0) {
      free = newProfile.cores();
    }
    unsaid = !connected;
    say();
  }

  synchronized void resized(int cores, long memoryBytes) {
    if (profile != null) {
      profile = profile.resized(cores, memoryBytes);
      say();
    }
  }

  /** Says what could not be said before there was a connection. */
  synchronized void sayIfUnsaid() {
    if (unsaid && connected) {
      unsaid = false;
      say();
    }
  }

  synchronized void holds(AttemptRef ref) {
    held.add(ref);
  }

  synchronized void released(AttemptRef ref) {
    held.remove(ref);
  }

  synchronized void freeCores(int now) {
    free = now;
    if ((free == 0) != saidBusy && !lookIsDue && profile != null) {
      lookIsDue = true;
      try {
        var unused = timer.schedule(this::look, SETTLING_MILLIS, TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException closed) {
        lookIsDue = false;
      }
    }
  }

  private synchronized void look() {
    lookIsDue = false;
    if ((free == 0) != saidBusy && connected) {
      say();
    }
  }

  private void say() {
    saidBusy = free == 0;
    List<Xml> payload = new ArrayList<>();
    if (saidBusy) {
      payload.add(Xml.text("show", Namespaces.CLIENT, "dnd"));
    }
    if (capabilities != null) {
      payload.add(capabilities.presence());
    }
    payload.addAll(words(false));
    wire.accept(new Stanza(Stanza.Kind.PRESENCE, "", "", null, pool, payload));
  }

  synchronized void leave() {
    wire.accept(new Stanza(Stanza.Kind.PRESENCE, "unavailable", "", null, pool, words(true)));
  }

  private List<Xml> words(boolean leaving) {
    if (profile == null) {
      return List.of();
    }
    var text =
        new WorkerText(
            profile.session(),
            profile.cores(),
            Math.max(free, 0),
            profile.memoryBytes(),
            profile.ordersAhead(),
            leaving ? List.of() : List.copyOf(held),
            leaving,
            leaving ? "" : profile.lease(),
            leaving ? "" : profile.proof());
    return List.of(text.write());
  }

  /** The answer to a question of the manager: what this is and can do, or whether it is there. */
  synchronized Stanza information(Stanza stanza, Xml asked) {
    if (stanza.isIq("get") && asked.is("query", Namespaces.DISCO_INFO) && capabilities != null) {
      Optional<Xml> info = capabilities.info(asked.attribute("node"));
      return info.isPresent()
          ? stanza.result(info.get())
          : stanza.refusal(Condition.ITEM_NOT_FOUND, "no such node");
    }
    if (stanza.isIq("get") && asked.is("query", Namespaces.DISCO_ITEMS)) {
      return stanza.result(Xml.of("query", Namespaces.DISCO_ITEMS));
    }
    if (stanza.isIq("get") && asked.is("ping", Namespaces.PING)) {
      return stanza.result();
    }
    return stanza.refusal(Condition.SERVICE_UNAVAILABLE, "a worker does not know " + asked.name());
  }
}
