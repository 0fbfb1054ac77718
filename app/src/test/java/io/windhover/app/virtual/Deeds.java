package io.windhover.app.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.AttemptRef;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What really happened on the workers, noted by nobody's protocol: the truth to check against. */
final class Deeds {
  private record Task(int job, int index) {}

  private final Map<AttemptRef, Long> startedAt = new LinkedHashMap<>();
  private final Set<AttemptRef> succeeded = new LinkedHashSet<>();
  private final Map<Task, Long> recordedAt = new LinkedHashMap<>();
  private int starts;

  void started(AttemptRef ref, long atMillis) {
    starts++;
    assertThat(startedAt.put(ref, atMillis)).as("attempt %s started twice", ref).isNull();
  }

  void ended(AttemptRef ref, int exitCode) {
    if (exitCode == 0) {
      succeeded.add(ref);
    }
  }

  /** The journal says that this attempt succeeded. */
  void recorded(AttemptRef ref, long atMillis) {
    assertThat(succeeded).as("recorded as succeeded, but did not").contains(ref);
    recordedAt.putIfAbsent(new Task(ref.job(), ref.task()), atMillis);
  }

  int starts() {
    return starts;
  }

  /** No attempt was ordered after its task's success had been recorded. */
  void checkNothingRanAgain(Map<AttemptRef, Long> orderedAt) {
    orderedAt.forEach(
        (ref, ordered) -> {
          Long recorded = recordedAt.get(new Task(ref.job(), ref.task()));
          assertThat(recorded == null || ordered <= recorded)
              .as("%s ordered at %s, its task was recorded at %s", ref, ordered, recorded)
              .isTrue();
        });
  }
}
