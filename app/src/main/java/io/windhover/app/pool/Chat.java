package io.windhover.app.pool;

import io.windhover.app.job.JobStatus;
import io.windhover.app.job.JobWords;
import io.windhover.app.remote.PoolAnswers;
import io.windhover.core.step.Machine;
import io.windhover.core.words.Counted;
import io.windhover.manager.PoolView;
import io.windhover.wire.xmpp.Addresses.Target;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Answers people in words. */
final class Chat {
  private static final int LINES_MAX = 20;
  private static final int WORDS_MAX = 1_000;
  private static final String HELP =
      """
      You can say:
      status - the pool, and your jobs that are not over
      status 37 - job 37
      jobs - your newest jobs
      cancel 37 - end job 37
      retry 37 - put back what failed in job 37
      workers - who works here
      drain worker-3 - give worker-3 nothing new; undrain worker-3 - give to it again
      help - this\
      """;

  private final Counter counter;

  Chat(Counter counter) {
    this.counter = counter;
  }

  /** Answers false if there is nothing to be answered: no words, or none for us. */
  static boolean isForUs(Stanza message) {
    boolean talk = message.type().isEmpty() || message.type().matches("chat|normal");
    return talk && body(message).isPresent();
  }

  private static Optional<String> body(Stanza message) {
    return message.payload().stream()
        .filter(element -> element.name().equals("body"))
        .map(Xml::text)
        .filter(text -> !text.isBlank())
        .findFirst();
  }

  void said(Stanza message, String owner, Target target) {
    String body = body(message).orElse("");
    String[] words =
        body.substring(0, Math.min(body.length(), WORDS_MAX))
            .strip()
            .toLowerCase(Locale.ROOT)
            .split("\\s+", -1);
    int here = target instanceof Target.Job job ? job.job() : 0;
    int job = words.length == 2 ? Numbers.of(words[1].replaceFirst("^job_?", "")) : here;
    boolean understood = words.length == 1 || (words.length == 2 && job > 0);
    if (words.length == 2 && words[0].matches("drain|undrain")) {
      drain(message, owner, words[1], words[0].equals("drain"));
      return;
    }
    switch (understood ? words[0] : "") {
      case "help", "hello", "hi", "?" -> reply(message, HELP);
      case "status" -> {
        if (job > 0) {
          one(message, owner, job);
        } else {
          counter.look(message, pool -> overview(pool, owner), text -> reply(message, text));
        }
      }
      case "jobs" ->
          counter.look(
              message, pool -> jobs(pool, owner, counter.rights()), text -> reply(message, text));
      case "workers" -> counter.look(message, Chat::workers, text -> reply(message, text));
      case "cancel" -> wish(message, owner, job, true);
      case "retry" -> wish(message, owner, job, false);
      default ->
          reply(message, "I do not understand '%s'.\n%s".formatted(Refusal.quoted(body), HELP));
    }
  }

  private void reply(Stanza message, String text) {
    if (message.to() == null || message.from() == null) {
      return;
    }
    Stanza reply = Stanza.message(message.to().bare(), message.from(), text);
    Optional<Xml> thread =
        message.payload().stream().filter(element -> element.name().equals("thread")).findFirst();
    if (thread.isEmpty()) {
      counter.send(reply);
      return;
    }
    List<Xml> payload = new ArrayList<>(reply.payload());
    payload.add(thread.get());
    counter.send(
        new Stanza(reply.kind(), reply.type(), reply.id(), reply.from(), reply.to(), payload));
  }

  private void drain(Stanza message, String user, String worker, boolean wanted) {
    try {
      counter.record(
          message,
          counter.drain(user, worker, wanted),
          workers ->
              reply(message, worker + (wanted ? " is given nothing new" : " is given work again")));
    } catch (Refusal refusal) {
      reply(message, refusal.words());
    }
  }

  private void one(Stanza message, String owner, int job) {
    counter.look(
        message,
        pool ->
            counter.rights().sees(pool, owner, job)
                ? JobWords.chatLine(pool.progress(job))
                : "there is no job " + job,
        text -> reply(message, text));
  }

  private void wish(Stanza message, String owner, int job, boolean cancel) {
    if (job <= 0) {
      reply(message, "Which job? Say '%s 37'.".formatted(cancel ? "cancel" : "retry"));
      return;
    }
    counter.record(
        message,
        cancel ? counter.cancel(job, owner) : counter.retry(job, owner),
        done -> one(message, owner, done));
  }

  private static String overview(PoolView pool, String owner) {
    StatusAnswers.Workers workers = StatusAnswers.Workers.of(pool);
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s online, %d with room, %d busy"
            .formatted(
                Counted.of(workers.online(), "worker"), workers.available(), workers.busy()));
    pool.world().liveJobs().stream()
        .filter(job -> pool.owns(owner, job.id()))
        .limit(LINES_MAX)
        .forEach(job -> lines.add(JobWords.chatLine(pool.progress(job.id()))));
    if (lines.size() == 1) {
      lines.add("no job of yours is waiting or running");
    }
    return String.join("\n", lines);
  }

  private static String jobs(PoolView pool, String user, Rights rights) {
    List<JobStatus> newest = StatusAnswers.newest(pool, user, rights, LINES_MAX);
    return newest.isEmpty()
        ? "you have submitted no job"
        : String.join(
            "\n",
            newest.stream()
                .map(
                    owned ->
                        JobWords.chatLine(owned.job())
                            + (owned.owner().equals(user) ? "" : " (" + owned.owner() + ")"))
                .toList());
  }

  private static String workers(PoolView pool) {
    List<String> lines = new ArrayList<>();
    int all = pool.world().machines().size();
    lines.add(Counted.of(all, "worker"));
    for (Machine machine : pool.world().machines()) {
      if (lines.size() > LINES_MAX) {
        lines.add("and %d more".formatted(all - LINES_MAX));
        break;
      }
      PoolAnswers.Worker worker = WorldAnswers.worker(pool, machine);
      lines.add(
          "%s: %s, %d of %s free"
              .formatted(
                  worker.address(),
                  worker.state(),
                  worker.free(),
                  Counted.of(worker.cores(), "core")));
    }
    return String.join("\n", lines);
  }
}
