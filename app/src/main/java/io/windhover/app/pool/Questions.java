package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.POOL;

import io.windhover.app.job.GroupCounts;
import io.windhover.app.job.JobJson;
import io.windhover.app.job.JobStatus;
import io.windhover.app.remote.PoolAnswers;
import io.windhover.app.state.FileLines;
import io.windhover.app.state.KnownTask;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.manager.KeptJobs;
import io.windhover.manager.PoolView;
import io.windhover.manager.ResultText;
import io.windhover.store.Store.Result;
import io.windhover.store.StoreView;
import io.windhover.wire.xmpp.Addresses.Target;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Answers {@code <ask xmlns="windhover:pool" what="..."/>}, in pages. */
final class Questions {
  /** Of a job's failed tasks the first ones are told; the counts tell the rest. */
  private static final int FAILURES_MAX = 1_000;

  /** Of a failed task's command no more is told than this. */
  private static final int COMMAND_MAX = 1_000;

  private final Counter counter;
  private final StoreView results;
  private final DeskLimits limits;
  private final TaskQuestions tasks;
  private final JobPages jobs;

  /**
   * @param results a view of its own: it is read while the manager writes
   */
  Questions(Counter counter, StoreView results, DeskLimits limits) {
    this.counter = counter;
    this.results = results;
    this.limits = limits;
    this.tasks = new TaskQuestions(counter, results, limits);
    this.jobs = new JobPages(counter, limits);
  }

  void ask(Stanza iq, String owner, Target target, Xml ask) throws Refusal {
    String from = ask.attribute("from");
    String what = ask.attribute("what");
    if (what.equals("jobs")
        && (target instanceof Target.Submit || target instanceof Target.Domain)) {
      jobs.answer(iq, owner, from);
    } else if (what.equals("workers") && target instanceof Target.Pool) {
      answer(iq, from, Questions::workers, pages -> pages);
    } else if (what.equals("job") && target instanceof Target.Job job) {
      answerOfJob(iq, from, owner, job.job(), pool -> seen(pool, job.job()), this::withFailures);
    } else if (what.equals("progress") && target instanceof Target.Job job) {
      answerOfJob(iq, from, owner, job.job(), pool -> progress(pool, job.job()), pages -> pages);
    } else if (what.equals("tasks") && target instanceof Target.Job job) {
      tasks.answer(iq, owner, job.job(), ask);
    } else if (what.equals("logs") && target instanceof Target.Task task) {
      answerOfJob(iq, from, owner, task.job(), pool -> attempts(pool, task), this::withEnded);
    } else {
      throw Refusal.bad(
          "ask submit@ for jobs, job_37@ for job, tasks or progress, job_37@.../99 for logs, or"
              + " pool@ for workers");
    }
  }

  /** What makes pages of what was seen, at the desk and no longer in the manager's turn. */
  @FunctionalInterface
  private interface Finish<T> {
    Pages of(T seen) throws Refusal;
  }

  private <T> void answer(Stanza iq, String from, Function<PoolView, T> look, Finish<T> finish) {
    counter.look(
        iq,
        look,
        seen -> {
          Pages.Page page = finish.of(seen).page(from, limits.pageCharactersMax());
          Xml answer = Xml.text("answer", POOL, page.json());
          counter.send(
              iq.result(page.more().isEmpty() ? answer : answer.with("more", page.more())));
        });
  }

  private <T> void answerOfJob(
      Stanza iq, String from, String owner, int job, Function<PoolView, T> look, Finish<T> finish) {
    answer(
        iq,
        from,
        pool ->
            counter.rights().sees(pool, owner, job)
                ? Optional.of(look.apply(pool))
                : Optional.<T>empty(),
        seen -> {
          if (seen.isEmpty()) {
            throw Refusal.noJob(job);
          }
          return finish.of(seen.get());
        });
  }

  private static Pages workers(PoolView pool) {
    return new Pages()
        .list(
            "workers",
            pool.world().machines().stream()
                .map(machine -> WorldAnswers.worker(pool, machine))
                .toList());
  }

  /** What is seen of one job: pages, and the tasks that have failed, by their names. */
  private record SeenJob(Pages pages, int job, Map<Integer, SeenFailure> failed) {}

  /** A task that has failed: its name, and what its owner knows it by. */
  private record SeenFailure(String name, KnownTask known) {}

  private static Pages progress(PoolView pool, int id) {
    return new Pages().list("jobs", List.of(JobJson.of(JobStatus.of(pool, id))));
  }

  /**
   * What is seen of a job in the manager's turn.
   *
   * @param job empty when it has left the world: what is kept of it is read at the desk
   */
  private record Seen(int id, Pages progress, Optional<SeenJob> job) {}

  private static Seen seen(PoolView pool, int id) {
    return new Seen(
        id,
        progress(pool, id),
        pool.world().hasJob(id) ? Optional.of(job(pool, id)) : Optional.empty());
  }

  private static SeenJob job(PoolView pool, int id) {
    Job job = pool.world().job(id);
    List<PoolAnswers.Waiting> reasons =
        pool.reasons().stream()
            .filter(reason -> reason.job() == id && reason instanceof Reason.OfTasks)
            .map(reason -> WorldAnswers.reason(job, (Reason.OfTasks) reason))
            .toList();
    return job(progress(pool, id), job, reasons);
  }

  private static SeenJob job(Pages progress, Job job, List<PoolAnswers.Waiting> reasons) {
    Map<Integer, SeenFailure> failed = new TreeMap<>();
    for (Group group : job.groups()) {
      for (int i = 0; group.count(TaskState.FAILED) > 0 && i < group.spec().count(); i++) {
        if (group.state(i) == TaskState.FAILED && failed.size() < FAILURES_MAX) {
          TaskId task = group.task(i);
          failed.put(
              task.index(),
              new SeenFailure(job.nameOf(task), KnownTask.of(group, i, FileLines.NONE)));
        }
      }
    }
    Pages pages =
        progress
            .list("reasons", reasons)
            .list("groups", job.groups().stream().map(GroupCounts::of).toList());
    return new SeenJob(pages, job.id(), failed);
  }

  private Pages withFailures(Seen question) throws Refusal {
    SeenJob seen =
        question.job.isPresent()
            ? question.job.get()
            : job(question.progress, kept(question.id), List.of());
    Map<Integer, PoolAnswers.Failure> failures = new TreeMap<>();
    if (!seen.failed.isEmpty()) {
      results.results(
          seen.job,
          0,
          Integer.MAX_VALUE,
          result -> {
            SeenFailure task = seen.failed.get(result.task());
            if (task != null && result.outcome().equals("failed")) {
              failures.put(result.task(), failure(task, result));
            }
          });
    }
    return seen.pages.list("failures", List.copyOf(failures.values()));
  }

  private Job kept(int id) throws Refusal {
    return KeptJobs.world(results, id).orElseThrow(() -> Refusal.noJob(id)).job(id);
  }

  private static PoolAnswers.Failure failure(SeenFailure task, Result result) {
    ResultText text = ResultText.read(result.detail());
    return new PoolAnswers.Failure(
        task.name,
        result.task(),
        result.attempt(),
        text.how(),
        text.worker().isEmpty() ? null : text.worker(),
        task.known.line(),
        task.known.arrayTaskId(),
        KnownTask.shortened(task.known.command(), COMMAND_MAX));
  }

  /** What is seen of one task: whether there is one, and what of it runs. */
  private record SeenTask(Target.Task task, boolean there, List<PoolAnswers.Attempt> running) {}

  private static SeenTask attempts(PoolView pool, Target.Task task) {
    boolean there = task.task() < pool.progress(task.job()).tasks();
    List<PoolAnswers.Attempt> running =
        pool.world().attempts().stream()
            .filter(a -> a.id().task().equals(new TaskId(task.job(), task.task())))
            .map(a -> WorldAnswers.live(a, pool.nowMillis()))
            .toList();
    return new SeenTask(task, there, running);
  }

  private Pages withEnded(SeenTask seen) throws Refusal {
    int task = seen.task.task();
    if (!seen.there) {
      throw new Refusal(
          Stanza.Condition.ITEM_NOT_FOUND,
          "job %d has no task %d".formatted(seen.task.job(), task));
    }
    List<PoolAnswers.Attempt> attempts = new ArrayList<>();
    results.results(
        seen.task.job(), task, task, result -> attempts.add(WorldAnswers.ended(result)));
    attempts.addAll(seen.running);
    return new Pages().list("attempts", attempts);
  }
}
