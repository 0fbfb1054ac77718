package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_STATUS;
import static io.windhover.wire.xmpp.Namespaces.POOL;

import io.windhover.core.event.Event;
import io.windhover.core.policy.Policy;
import io.windhover.manager.Manager;
import io.windhover.store.StoreView;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.Addresses.Target;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Stanza.Condition;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.pool.Desk;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Where people and their programs are received. Who somebody is, the server vouches for: a bare
 * address. Everything happens on one thread, the executor's, so that a job that takes long to
 * unpack holds up other people and no worker.
 */
public final class PoolDesk implements Desk {
  private static final List<String> OURS = List.of(KESTREL_JOB, JOB, KESTREL_STATUS, POOL);

  private final Addresses addresses;
  private final Rights rights;
  private final DeskQueue queue;
  private final AtomicBoolean ticks = new AtomicBoolean();
  private final Counter counter;
  private final Allowance allowance;
  private final Submissions submissions;
  private final StatusAnswers status;
  private final Questions questions;
  private final JobPresence roster;
  private final Chat chat;

  /**
   * Whom the desk serves and how.
   *
   * @param market what can be rented at the moment, as a policy hears of it; from any thread
   */
  public record Settings(
      String domain,
      Rights rights,
      DeskLimits limits,
      Supplier<Policy> policy,
      Supplier<List<Event>> market) {
    /** Where nothing is rented. */
    public Settings(String domain, Rights rights, DeskLimits limits, Supplier<Policy> policy) {
      this(domain, rights, limits, policy, List::of);
    }
  }

  /**
   * Makes a desk before a manager.
   *
   * @param results a view of the manager's store that nobody else uses
   * @param thread runs one thing after the other and refuses none
   */
  public PoolDesk(
      Settings settings,
      Manager manager,
      StoreView results,
      Consumer<Stanza> out,
      Executor thread,
      LongSupplier clockMillis) {
    DeskLimits limits = settings.limits();
    this.addresses = new Addresses(settings.domain());
    this.rights = settings.rights();
    this.queue = new DeskQueue(thread, limits.waitingMax(), limits.waitingBytesMax());
    this.counter = new Counter(manager, rights, out, queue, clockMillis);
    this.allowance = new Allowance(limits.burst(), limits.perSecond());
    this.roster = new JobPresence(counter, addresses, results);
    this.submissions =
        new Submissions(
            counter, limits, new JobCheck(limits, settings.policy(), settings.market()), roster);
    this.status = new StatusAnswers(counter);
    this.questions = new Questions(counter, results, limits);
    this.chat = new Chat(counter);
    manager.world().jobs().forEach(job -> roster.recover(job.id()));
  }

  @Override
  public boolean received(Stanza stanza) {
    Jid from = stanza.from();
    Jid to = stanza.to();
    if (from == null || to == null || !concernsUs(stanza)) {
      return false;
    }
    if (!queue.offer(stanza, () -> take(stanza, from, addresses.target(to)))) {
      counter.refuse(stanza, Condition.RESOURCE_CONSTRAINT, "the manager is busy; try again");
    }
    return true;
  }

  private static boolean concernsUs(Stanza stanza) {
    return switch (stanza.kind()) {
      case IQ ->
          (stanza.isIq("get") || stanza.isIq("set"))
              && stanza.payload().size() == 1
              && OURS.contains(stanza.payload().get(0).namespace());
      case MESSAGE -> Chat.isForUs(stanza);
      case PRESENCE -> !stanza.type().equals("error");
    };
  }

  @Override
  public void connected() {
    queue.execute(roster::connected);
  }

  /** Shows what has changed; to be called about once a second. One that waits is enough. */
  public void tick() {
    if (!ticks.getAndSet(true)) {
      queue.execute(
          () -> {
            ticks.set(false);
            roster.tick();
          });
    }
  }

  private void take(Stanza stanza, Jid from, Target target) {
    String user = from.bare().toString();
    if (!allowance.take(user, counter.nowMillis())) {
      // A program that answers our answers must not be answered for ever.
      if (stanza.kind() == Stanza.Kind.IQ) {
        counter.refuse(stanza, Condition.POLICY_VIOLATION, "too much at once; slow down");
      }
      return;
    }
    if (!rights.mayUse().test(user)) {
      counter.refuse(stanza, Condition.FORBIDDEN, user + " may not use this pool");
      return;
    }
    try {
      switch (stanza.kind()) {
        case IQ -> iq(stanza, user, target, stanza.payload().get(0));
        case MESSAGE -> chat.said(stanza, user, target);
        case PRESENCE -> presence(stanza, from.bare(), target);
      }
    } catch (Refusal refusal) {
      counter.refuse(stanza, refusal.condition(), refusal.words());
    } catch (BadStanza e) {
      counter.refuse(stanza, Condition.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
  }

  private void iq(Stanza iq, String user, Target target, Xml payload) throws Refusal, BadStanza {
    boolean set = iq.isIq("set");
    if (payload.is("job", KESTREL_JOB) && set) {
      job(iq, user, target, payload);
    } else if (payload.is("part", JOB) && set && takesJobs(target)) {
      submissions.part(iq, user, payload);
    } else if (payload.is("drain", POOL) && set && target instanceof Target.Pool) {
      drain(iq, user, payload);
    } else if (payload.is("query", KESTREL_STATUS) && !set) {
      status.query(iq, user, target);
    } else if (payload.is("ask", POOL) && !set) {
      questions.ask(iq, user, target, payload);
    } else {
      throw Refusal.bad(
          "%s of %s is not said so, or not to %s"
              .formatted(payload.name(), payload.namespace(), iq.to()));
    }
  }

  /** {@code <drain worker="worker-3@example.org" wanted="true"/>}, of administrators. */
  private void drain(Stanza iq, String user, Xml drain) throws Refusal {
    String wanted = drain.attribute("wanted");
    if (!wanted.matches("true|false") || drain.attribute("worker").isBlank()) {
      throw Refusal.bad("a drain names a worker and says wanted='true' or wanted='false'");
    }
    counter.record(
        iq,
        counter.drain(user, drain.attribute("worker"), wanted.equals("true")),
        workers -> counter.send(iq.result(Xml.text("answer", POOL, String.join("\n", workers)))));
  }

  private static boolean takesJobs(Target target) {
    return target instanceof Target.Submit || target instanceof Target.Domain;
  }

  private void job(Stanza iq, String user, Target target, Xml job) throws Refusal, BadStanza {
    String action = job.attribute("action");
    if (action.equals("submit") && takesJobs(target)) {
      submissions.submit(iq, user, job);
      return;
    }
    boolean known = action.equals("cancel") || action.equals("retry");
    if (!known || !(takesJobs(target) || target instanceof Target.Job)) {
      throw Refusal.bad("a job is to submit, cancel or retry, at " + addresses.submit());
    }
    int here = target instanceof Target.Job named ? named.job() : 0;
    int id = Numbers.attribute(job, "id", 1, Integer.MAX_VALUE, here);
    if (id == 0) {
      throw Refusal.bad("which job is named by id");
    }
    counter.record(
        iq,
        action.equals("cancel") ? counter.cancel(id, user) : counter.retry(id, user),
        done -> counter.send(iq.result(Xml.of("job", KESTREL_JOB).with("id", done))));
  }

  private void presence(Stanza presence, Jid user, Target target) {
    String type = presence.type();
    if (target instanceof Target.Job job) {
      counter.look(
          presence,
          pool -> pool.owns(user.toString(), job.job()),
          owns -> {
            if (owns) {
              roster.ofOwner(job.job(), user, type);
            } else if (type.equals("subscribe")) {
              counter.send(
                  Stanza.presence("unsubscribed", addresses.job(job.job()), user, List.of()));
            }
          });
    } else if (target instanceof Target.Pool || target instanceof Target.Submit) {
      // People may keep us in their rosters, to talk to.
      Jid us = target instanceof Target.Pool ? addresses.pool() : addresses.submit();
      if (type.equals("subscribe")) {
        counter.send(Stanza.presence("subscribed", us, user, List.of()));
      }
      if (type.equals("subscribe") || type.equals("probe")) {
        counter.send(Stanza.presence("", us, user, List.of()));
      }
    }
  }
}
