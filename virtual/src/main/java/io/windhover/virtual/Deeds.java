package io.windhover.virtual;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.wire.AttemptRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What really happened on the workers, noted by nobody's protocol: the truth to check against. */
public final class Deeds {
  private static final int WRONGS_KEPT = 20;

  private record Task(int job, int index) {}

  private final Set<AttemptRef> started = new HashSet<>();
  private final Set<AttemptRef> succeeded = new HashSet<>();
  private final Map<Task, Long> recordedAtMillis = new HashMap<>();
  private int orders;
  private final List<String> wrongs = new ArrayList<>();

  public void started(AttemptRef ref) {
    if (!started.add(ref)) {
      wrong(ref + " started twice");
    }
  }

  /** The manager's state is replaced: what was done for the old one counts for nothing. */
  public void stateReplaced() {
    started.clear();
    succeeded.clear();
    recordedAtMillis.clear();
  }

  public void ended(AttemptRef ref, int exitCode) {
    if (exitCode == 0 && started.contains(ref)) {
      succeeded.add(ref.numbers());
    }
  }

  /** What the manager has written down: successes, and what it then orders. */
  public void stepped(Batch batch, Decision decision) {
    for (Event event : batch.events()) {
      if (event instanceof Event.AttemptFinished finished) {
        recorded(ref(finished.attempt()), batch.atMillis());
      }
    }
    for (Action action : decision.actions()) {
      if (action instanceof Action.Assign assign) {
        ordered(ref(assign.attempt()), batch.atMillis());
      }
    }
  }

  private void recorded(AttemptRef ref, long atMillis) {
    if (!succeeded.contains(ref)) {
      wrong(ref + " recorded as succeeded, but did not");
    }
    recordedAtMillis.putIfAbsent(new Task(ref.job(), ref.task()), atMillis);
  }

  private void ordered(AttemptRef ref, long atMillis) {
    orders++;
    Long recorded = recordedAtMillis.get(new Task(ref.job(), ref.task()));
    if (recorded != null && recorded < atMillis) {
      wrong("%s ordered at %d, its task was recorded at %d".formatted(ref, atMillis, recorded));
    }
  }

  private void wrong(String what) {
    if (wrongs.size() < WRONGS_KEPT) {
      wrongs.add(what);
    }
  }

  /** How many attempts were decided on; not all of them start. */
  public int orders() {
    return orders;
  }

  /** How many commands were started. */
  public int starts() {
    return started.size();
  }

  public int successes() {
    return succeeded.size();
  }

  /** Whether this attempt's command really ended well. */
  public boolean succeeded(AttemptRef ref) {
    return succeeded.contains(ref.numbers());
  }

  /** What must never happen and did, the first few. */
  public List<String> wrongs() {
    return List.copyOf(wrongs);
  }

  private static AttemptRef ref(AttemptId id) {
    return new AttemptRef(id.task().job(), id.task().index(), id.number());
  }
}
