package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.POOL;

import io.windhover.app.state.FileLines;
import io.windhover.app.state.TaskFilter;
import io.windhover.app.state.TaskRow;
import io.windhover.app.state.TaskRows;
import io.windhover.core.step.World;
import io.windhover.manager.KeptJobs;
import io.windhover.store.StoreView;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Answers {@code what='tasks'}: some rows a page, each page from the task on that the page before
 * named. The manager keeps nothing between pages, so a job of a million tasks costs no memory.
 */
final class TaskQuestions {
  /** Rows of one page; their results are looked up one range at a time. */
  private static final int ROWS_MAX = 500;

  private final Counter counter;
  private final StoreView results;
  private final DeskLimits limits;

  TaskQuestions(Counter counter, StoreView results, DeskLimits limits) {
    this.counter = counter;
    this.results = results;
    this.limits = limits;
  }

  /** What is seen in the manager's turn; a problem is told at the desk. */
  private record Seen(List<Integer> tasks, int next, Optional<TaskRows> rows, String problem) {
    /** The job has left the world: it is looked at when the answer is made. */
    static final Seen LEFT = new Seen(List.of(), -1, Optional.empty(), "");
  }

  void answer(Stanza iq, String owner, int job, Xml ask) throws Refusal {
    TaskFilter filter =
        new TaskFilter(
            ask.attribute("state"),
            ask.attribute("task"),
            Numbers.of(ask.attribute("line")),
            Numbers.of(ask.attribute("array")));
    String from = ask.attribute("from");
    int first = from.isEmpty() ? 0 : Numbers.of(from);
    if (first < 0) {
      throw Refusal.bad("from is what the page before said as more");
    }
    counter.look(
        iq,
        pool ->
            counter.rights().sees(pool, owner, job)
                ? Optional.of(
                    pool.world().hasJob(job) ? look(pool.world(), job, filter, first) : Seen.LEFT)
                : Optional.<Seen>empty(),
        seen -> {
          Seen there = seen.orElseThrow(() -> Refusal.noJob(job));
          if (there.equals(Seen.LEFT)) {
            World kept = KeptJobs.world(results, job).orElseThrow(() -> Refusal.noJob(job));
            there = look(kept, job, filter, first);
          }
          counter.send(iq.result(page(there)));
        });
  }

  private static Seen look(World world, int job, TaskFilter filter, int first) {
    List<Integer> tasks = new ArrayList<>();
    try {
      TaskRows.Wanted wanted = filter.in(world.job(job)).from(first);
      var rows = new TaskRows(world, job, FileLines.NONE);
      int next = rows.choose(wanted, ROWS_MAX, tasks);
      return new Seen(tasks, next, Optional.of(rows), "");
    } catch (IllegalArgumentException e) {
      return new Seen(tasks, -1, Optional.empty(), String.valueOf(e.getMessage()));
    }
  }

  private Xml page(Seen seen) throws Refusal {
    if (seen.rows.isEmpty()) {
      throw Refusal.bad(seen.problem);
    }
    List<TaskRow> rows = new ArrayList<>();
    seen.rows.get().each(seen.tasks, results, rows::add);
    Pages.Page page = new Pages().list("tasks", rows).page("", limits.pageCharactersMax());
    int cut = page.more().isEmpty() ? -1 : Numbers.of(page.more());
    int next = cut < 0 ? seen.next : seen.tasks.get(cut);
    Xml answer = Xml.text("answer", POOL, page.json());
    return next < 0 ? answer : answer.with("more", next);
  }
}
