package io.windhover.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Order;
import io.windhover.wire.Saving;
import io.windhover.wire.WorkerProfile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Orders for tests, made from a command and then varied. */
final class Orders {
  private Orders() {}

  static WorkerProfile worker(int cores) {
    return new WorkerProfile("w", "s1", List.of("linux"), cores, 1_000_000_000);
  }

  static AttemptRef ref(int task) {
    return new AttemptRef(1, task, 1);
  }

  static Order order(int task, String command) {
    return order(task, command, Path.of("."));
  }

  static Order order(int task, String command, Path folder) {
    return new Order(
        ref(task),
        "sweep",
        "point",
        task,
        folder.toAbsolutePath().toString(),
        command,
        "",
        new TreeMap<>(),
        1,
        0,
        0,
        0);
  }

  static Order cleanedBy(String cleanup, Order o) {
    return with(o, cleanup, o.env(), o.cores(), o.timeoutMillis());
  }

  static Order env(Map<String, String> env, Order o) {
    return with(o, o.cleanup(), new TreeMap<>(env), o.cores(), o.timeoutMillis());
  }

  static Order cores(int cores, Order o) {
    return with(o, o.cleanup(), o.env(), cores, o.timeoutMillis());
  }

  static Order timeout(long millis, Order o) {
    return with(o, o.cleanup(), o.env(), o.cores(), millis);
  }

  /** The order of a task that says that it saves what it has done. */
  static Order checkpointing(Order o) {
    return saving(new Saving(60_000), o);
  }

  static Order saving(Saving saving, Order o) {
    return new Order(
        o.ref(),
        o.jobName(),
        o.group(),
        o.index(),
        o.folder(),
        o.command(),
        o.cleanup(),
        o.env(),
        o.cores(),
        o.memoryBytes(),
        o.timeoutMillis(),
        o.deadlineAtMillis(),
        saving);
  }

  private static Order with(
      Order o, String cleanup, SortedMap<String, String> env, int cores, long timeoutMillis) {
    return new Order(
        o.ref(),
        o.jobName(),
        o.group(),
        o.index(),
        o.folder(),
        o.command(),
        cleanup,
        env,
        cores,
        o.memoryBytes(),
        timeoutMillis,
        o.deadlineAtMillis());
  }
}
