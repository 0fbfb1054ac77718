package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.POOL;

import io.windhover.app.job.JobJson;
import io.windhover.app.job.JobStatus;
import io.windhover.manager.PoolView;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers {@code what='jobs'}: some jobs a page, newest first, so that what is going on comes with
 * the first. A page says before which job the next one begins; the manager keeps nothing between
 * pages, and reads those jobs from disk that have left its world.
 */
final class JobPages {
  private static final int JOBS_MAX = 200;

  /** Of everybody's jobs so many numbers are tried for a page: some may be gone for good. */
  private static final int NUMBERS_MAX = 1_000;

  private final Counter counter;
  private final DeskLimits limits;

  JobPages(Counter counter, DeskLimits limits) {
    this.counter = counter;
    this.limits = limits;
  }

  /**
   * Some jobs that a user sees.
   *
   * @param next the job before which to go on; 0 when there are no more
   * @param nextJob the number that the next job will have
   */
  record Some(List<JobStatus> jobs, int next, int nextJob) {}

  /**
   * The newest jobs that a user sees before the given one, newest first: one's own, and to an
   * administrator all.
   *
   * @param before 0 for the newest of all
   */
  static Some before(PoolView pool, String user, Rights rights, int before, int most) {
    int from = before == 0 ? pool.world().nextJobId() : before;
    boolean all = rights.isAdmin().test(user);
    List<Integer> ids = all ? numbersBefore(from) : pool.jobsOf(user, from, most);
    long nowMillis = pool.nowMillis();
    List<JobStatus> jobs = new ArrayList<>();
    int next = ids.isEmpty() ? 0 : ids.get(ids.size() - 1);
    for (int id : ids) {
      if (jobs.size() == most) {
        next = id + 1;
        break;
      }
      pool.find(id)
          .map(job -> new JobStatus(job, all ? pool.ownerOf(id) : user, true, nowMillis))
          .ifPresent(jobs::add);
    }
    boolean more = next > 1 && (all || ids.size() == most);
    return new Some(jobs, more ? next : 0, pool.world().nextJobId());
  }

  private static List<Integer> numbersBefore(int from) {
    List<Integer> ids = new ArrayList<>();
    for (int id = from - 1; id >= Math.max(1, from - NUMBERS_MAX); id--) {
      ids.add(id);
    }
    return ids;
  }

  void answer(Stanza iq, String user, String from) {
    int before = from.isEmpty() ? 0 : Numbers.of(from);
    counter.look(
        iq,
        pool -> before(pool, user, counter.rights(), Math.max(0, before), JOBS_MAX),
        some -> {
          if (before < 0 || before > some.nextJob) {
            throw Refusal.bad("from is what the page before said as more");
          }
          counter.send(iq.result(page(some)));
        });
  }

  private Xml page(Some some) throws Refusal {
    List<JobJson> rows = some.jobs.stream().map(JobJson::of).toList();
    Pages.Page page = new Pages().list("jobs", rows).page("", limits.pageCharactersMax());
    int cut = page.more().isEmpty() ? -1 : Numbers.of(page.more());
    int next = cut < 0 ? some.next : rows.get(cut).job() + 1;
    Xml answer = Xml.text("answer", POOL, page.json());
    return next == 0 ? answer : answer.with("more", next);
  }
}
