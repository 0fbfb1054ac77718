package io.windhover.manager;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.Snapshot;
import java.util.Arrays;
import java.util.List;

/**
 * Batches, decisions and snapshots as JSON. The short names in {@link Names} are the format: they
 * may gain members, never change their meaning, so that an old journal can always be replayed.
 */
public final class JournalCodec {
  private static final JsonMapper MAPPER = mapper();
  private static final ObjectWriter EVENTS = MAPPER.writerFor(Event[].class);
  private static final ObjectWriter ACTIONS = MAPPER.writerFor(Action[].class);

  private JournalCodec() {}

  private static JsonMapper mapper() {
    JsonMapper.Builder builder =
        JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .addModule(new Names());
    Names.MIXINS.forEach(builder::addMixIn);
    JsonMapper mapper = builder.build();
    // A job of a million lines is one text in the journal.
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build());
    return mapper;
  }

  public static String encode(Batch batch) {
    return written(EVENTS, batch.events().toArray(new Event[0]));
  }

  public static Batch batch(long sequence, long atMillis, String events) {
    Event[] decoded = read(events, Event[].class);
    return new Batch(sequence, atMillis, Arrays.asList(decoded));
  }

  /** The actions only: a policy's memory is made again by replay, and kept in snapshots. */
  public static String encode(Decision decision) {
    return written(ACTIONS, decision.actions().toArray(new Action[0]));
  }

  public static List<Action> actions(String decision) {
    Action[] decoded = read(decision, Action[].class);
    return Arrays.asList(decoded);
  }

  public static String encode(Snapshot snapshot) {
    return written(MAPPER.writerFor(Snapshot.class), snapshot);
  }

  public static Snapshot snapshot(String state) {
    return read(state, Snapshot.class);
  }

  public static String encode(Progress progress) {
    return written(MAPPER.writerFor(Progress.class), progress);
  }

  public static Progress progress(String text) {
    return read(text, Progress.class);
  }

  private static String written(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written down: " + value, e);
    }
  }

  private static <T> T read(String text, Class<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new UnreadableJournal("the journal does not read: " + e.getOriginalMessage(), e);
    }
  }
}
