package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.KESTREL_STATUS;

import io.windhover.app.job.JobStatus;
import io.windhover.core.policy.MachineView;
import io.windhover.core.step.Machine;
import io.windhover.manager.PoolView;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.wire.xmpp.Addresses.Target;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Answers Kestrel's {@code <query xmlns="kestrel:status"/>}. */
final class StatusAnswers {
  /** It knows no pages: of more jobs than this the newest are told. */
  static final int JOBS_MAX = 100;

  /** How many workers there are, and how many of them have room. */
  record Workers(int online, int available) {
    static Workers of(PoolView pool) {
      int online = 0;
      int available = 0;
      for (Machine machine : pool.world().machines()) {
        if (machine.inReach() && pool.isThere(machine.id())) {
          online++;
          boolean room = machine.state() == MachineView.State.READY && machine.freeCores() > 0;
          available += room ? 1 : 0;
        }
      }
      return new Workers(online, available);
    }

    int busy() {
      return online - available;
    }
  }

  private final Counter counter;

  StatusAnswers(Counter counter) {
    this.counter = counter;
  }

  void query(Stanza iq, String owner, Target target) throws Refusal {
    if (target instanceof Target.Pool) {
      counter.look(iq, Workers::of, workers -> answer(iq, List.of(pool(workers))));
    } else if (target instanceof Target.Job one) {
      counter.look(
          iq,
          pool ->
              counter.rights().sees(pool, owner, one.job())
                  ? List.of(JobStatus.of(pool, one.job()))
                  : List.<JobStatus>of(),
          jobs -> {
            if (jobs.isEmpty()) {
              throw Refusal.noJob(one.job());
            }
            answer(iq, jobs.stream().map(StatusAnswers::job).toList());
          });
    } else if (target instanceof Target.Submit || target instanceof Target.Domain) {
      counter.look(
          iq,
          pool -> newest(pool, owner, counter.rights(), JOBS_MAX),
          jobs -> answer(iq, jobs.stream().map(StatusAnswers::job).toList()));
    } else {
      throw Refusal.bad("ask submit@, job_37@ or pool@");
    }
  }

  /** The newest jobs that a user sees, in the order they came. */
  static List<JobStatus> newest(PoolView pool, String user, Rights rights, int most) {
    List<JobStatus> jobs = new ArrayList<>(JobPages.before(pool, user, rights, 0, most).jobs());
    Collections.reverse(jobs);
    return jobs;
  }

  private void answer(Stanza iq, List<Xml> children) {
    counter.send(iq.result(Xml.of("query", KESTREL_STATUS).with(children)));
  }

  private static Xml pool(Workers workers) {
    return Xml.of("pool", KESTREL_STATUS)
        .with(number("online", workers.online()))
        .with(number("available", workers.available()))
        .with(number("busy", workers.busy()));
  }

  private static Xml job(JobStatus status) {
    JobProgress job = status.job();
    int completed = job.tasks() - job.waiting() - job.running(); // however they ended
    return Xml.of("job", KESTREL_STATUS)
        .with("id", job.id())
        .with("owner", status.owner())
        .with("failed", job.failed())
        .with("cancelled", job.cancelled())
        .with("name", job.name())
        .with(number("queued", job.waiting()))
        .with(number("running", job.running()))
        .with(number("completed", completed))
        .with(number("requested", job.tasks()));
  }

  private static Xml number(String name, int number) {
    return Xml.text(name, KESTREL_STATUS, Integer.toString(number));
  }
}
