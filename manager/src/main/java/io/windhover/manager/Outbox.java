package io.windhover.manager;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.World;
import io.windhover.wire.ManagerLink;
import io.windhover.wire.Order;
import io.windhover.wire.Saving;
import io.windhover.wire.ToWorker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Orders and cancels that workers have not answered yet: said again until they are. */
final class Outbox {
  private static final class Unanswered {
    final String worker;
    long dueMillis;
    int tries;

    Unanswered(String worker, long dueMillis) {
      this.worker = worker;
      this.dueMillis = dueMillis;
    }
  }

  private final World world;
  private final ManagerLink link;
  private final ManagerSettings settings;
  private final Origins origins;
  private final CheckpointKeeping keeping;
  private final Map<AttemptId, Unanswered> orders = new LinkedHashMap<>();
  private final Map<AttemptId, Unanswered> cancels = new LinkedHashMap<>();
  private final Map<AttemptId, Unanswered> checkpoints = new LinkedHashMap<>();

  Outbox(
      World world,
      ManagerLink link,
      ManagerSettings settings,
      Origins origins,
      CheckpointKeeping keeping) {
    this.world = world;
    this.link = link;
    this.settings = settings;
    this.origins = origins;
    this.keeping = keeping;
  }

  void order(AttemptId id, String worker, long nowMillis) {
    orders.put(id, new Unanswered(worker, nowMillis + settings.resendMillis()));
    world.attempt(id).ifPresent(attempt -> link.send(worker, execute(attempt)));
  }

  void cancel(AttemptId id, String worker, long nowMillis) {
    orders.remove(id);
    cancels.put(id, new Unanswered(worker, nowMillis + settings.resendMillis()));
    link.send(worker, new ToWorker.Cancel(origins.ref(id)));
  }

  /** Wishes a checkpoint, which the world has counted. */
  void checkpoint(AttemptId id, String worker, long nowMillis) {
    checkpoints.put(id, new Unanswered(worker, nowMillis + settings.resendMillis()));
    world.attempt(id).ifPresent(attempt -> link.send(worker, wish(attempt)));
  }

  private ToWorker.Checkpoint wish(Attempt attempt) {
    return new ToWorker.Checkpoint(origins.ref(attempt.id()), attempt.checkpointsAsked());
  }

  /** The wish of this number has been answered, whatever came of it. */
  void checkpointAnswered(AttemptId id, int number) {
    if (world.attempt(id).filter(a -> a.checkpointsAsked() > number).isEmpty()) {
      checkpoints.remove(id);
    }
  }

  /** The worker has the order. */
  void taken(AttemptId id) {
    orders.remove(id);
  }

  /** Whether nobody knows yet if the worker has the order. */
  boolean awaitsAnswer(AttemptId id) {
    return orders.containsKey(id);
  }

  /** Nothing more needs saying about this attempt, or not for now. */
  void settled(AttemptId id) {
    orders.remove(id);
    cancels.remove(id);
    checkpoints.remove(id);
  }

  boolean isEmpty() {
    return orders.isEmpty() && cancels.isEmpty() && checkpoints.isEmpty();
  }

  /** Says again what is due; answers orders that were said often enough without an answer. */
  List<AttemptId> sayAgain(long nowMillis) {
    cancels.keySet().removeIf(id -> world.attempt(id).isEmpty());
    cancels.forEach(
        (id, cancel) -> {
          if (cancel.dueMillis <= nowMillis) {
            cancel.dueMillis = nowMillis + settings.resendMillis();
            link.send(cancel.worker, new ToWorker.Cancel(origins.ref(id)));
          }
        });
    wishAgain(nowMillis);
    orders.keySet().removeIf(id -> world.attempt(id).isEmpty());
    List<AttemptId> givenUp = new ArrayList<>();
    orders.forEach(
        (id, order) -> {
          if (order.dueMillis > nowMillis) {
            return;
          }
          if (++order.tries > settings.resendsMax()) {
            givenUp.add(id);
          } else {
            order.dueMillis = nowMillis + settings.resendMillis();
            world.attempt(id).ifPresent(attempt -> link.send(order.worker, execute(attempt)));
          }
        });
    return givenUp;
  }

  private void wishAgain(long nowMillis) {
    checkpoints.keySet().removeIf(id -> world.attempt(id).filter(Attempt::checkpointing).isEmpty());
    checkpoints.forEach(
        (id, wish) -> {
          if (wish.dueMillis <= nowMillis) {
            wish.dueMillis = nowMillis + settings.resendMillis();
            world.attempt(id).ifPresent(attempt -> link.send(wish.worker, wish(attempt)));
          }
        });
  }

  private ToWorker.Execute execute(Attempt attempt) {
    Group group = attempt.group();
    Job job = group.job();
    TaskGroup spec = group.spec();
    int index = attempt.id().task().index() - group.firstIndex();
    long deadlineAtMillis = job.deadlineAtMillis();
    return new ToWorker.Execute(
        new Order(
            origins.ref(attempt.id()),
            job.spec().name(),
            spec.name(),
            index,
            job.spec().folder(),
            spec.script().commandOf(index),
            spec.script().cleanupOf(index),
            spec.script().env(),
            spec.need().cores(),
            spec.need().memoryBytes(),
            spec.timeoutMillis(),
            deadlineAtMillis == Deadline.NEVER_MILLIS ? 0 : deadlineAtMillis,
            saving(group, index)));
  }

  private Saving saving(Group group, int index) {
    TaskGroup spec = group.spec();
    if (spec.checkpointEveryMillis() == 0) {
      return Saving.NONE;
    }
    return new Saving(
        spec.checkpointEveryMillis(),
        spec.checkpointHow(),
        keeping.store(),
        keeping.store().isEmpty() ? "" : keeping.shelf(group, index));
  }
}
