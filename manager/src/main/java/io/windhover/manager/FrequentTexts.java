package io.windhover.manager;

import io.windhover.core.event.Event;
import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.Action;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What nearly every turn of a busy run writes down, in the very words of {@link JournalCodec}:
 * attempts that start and finish, attempts assigned. Written by hand as the general way took a
 * third of the manager's work on short tasks.
 */
final class FrequentTexts {
  private static final int CHARS_EACH = 64;

  private FrequentTexts() {}

  /** The events as JSON; null when one of them is of a rarer kind. */
  static @Nullable String events(List<Event> events) {
    StringBuilder text = new StringBuilder(CHARS_EACH * events.size()).append('[');
    for (Event event : events) {
      if (event instanceof Event.AttemptStarted started) {
        open(text, "{\"is\":\"started\"", started.attempt());
      } else if (event instanceof Event.AttemptFinished finished) {
        open(text, "{\"is\":\"finished\"", finished.attempt());
        text.append(",\"ranMillis\":").append(finished.ranMillis());
      } else {
        return null;
      }
      text.append("},");
    }
    return closed(text);
  }

  /** The actions as JSON; null when one of them is of a rarer kind. */
  static @Nullable String actions(List<Action> actions) {
    StringBuilder text = new StringBuilder(CHARS_EACH * actions.size()).append('[');
    for (Action action : actions) {
      if (!(action instanceof Action.Assign assign)) {
        return null;
      }
      open(text, "{\"do\":\"assign\"", assign.attempt());
      text.append(",\"machine\":").append(assign.machine()).append("},");
    }
    return closed(text);
  }

  private static void open(StringBuilder text, String kind, AttemptId id) {
    text.append(kind).append(",\"attempt\":\"");
    text.append(id.task().job()).append('/').append(id.task().index());
    text.append('#').append(id.number()).append('"');
  }

  private static String closed(StringBuilder text) {
    int last = text.length() - 1;
    if (last > 0) {
      text.setLength(last); // the comma
    }
    return text.append(']').toString();
  }
}
