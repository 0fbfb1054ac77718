package io.windhover.manager;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.LeaseAccounts;
import io.windhover.core.step.LeaseBill;
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
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            // Questions such as Offer.isSpot are no members, and would not read back.
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
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
    String plain = FrequentTexts.events(batch.events());
    return plain != null ? plain : written(EVENTS, batch.events().toArray(new Event[0]));
  }

  public static Batch batch(long sequence, long atMillis, String events) {
    return new Batch(sequence, atMillis, list(read(events, Event[].class)));
  }

  /** The actions only: a policy's memory is made again by replay, and kept in snapshots. */
  public static String encode(Decision decision) {
    String plain = FrequentTexts.actions(decision.actions());
    return plain != null ? plain : written(ACTIONS, decision.actions().toArray(new Action[0]));
  }

  public static List<Action> actions(String decision) {
    return list(read(decision, Action[].class));
  }

  public static String encode(Snapshot snapshot) {
    return written(MAPPER.writerFor(Snapshot.class), snapshot);
  }

  public static Snapshot snapshot(String state) {
    return read(state, Snapshot.class);
  }

  /** One job as a snapshot has it, to be kept when it leaves the world. */
  static String encode(Snapshot.JobPart job) {
    return written(MAPPER.writerFor(Snapshot.JobPart.class), job);
  }

  static Snapshot.JobPart jobPart(String text) {
    return read(text, Snapshot.JobPart.class);
  }

  /** A job by itself, as clients sent it before submissions had a form of their own. */
  public static String encode(JobSpec spec) {
    return written(MAPPER.writerFor(JobSpec.class), spec);
  }

  /**
   * Reads a job that somebody has sent.
   *
   * @throws UnreadableJournal if it is none
   */
  public static JobSpec jobSpec(String text) {
    return read(text, JobSpec.class);
  }

  public static String encode(Progress progress) {
    return written(MAPPER.writerFor(Progress.class), progress);
  }

  public static Progress progress(String text) {
    return read(text, Progress.class);
  }

  static String encode(Progress.JobProgress job) {
    return written(MAPPER.writerFor(Progress.JobProgress.class), job);
  }

  static Progress.JobProgress job(String text) {
    return read(text, Progress.JobProgress.class);
  }

  static String encode(LeaseBill bill) {
    return written(MAPPER.writerFor(LeaseBill.class), bill);
  }

  static LeaseBill bill(String text) {
    return read(text, LeaseBill.class);
  }

  static String encode(LeaseAccounts.Saved accounts) {
    return written(MAPPER.writerFor(LeaseAccounts.Saved.class), accounts);
  }

  static LeaseAccounts.Saved accounts(String text) {
    return read(text, LeaseAccounts.Saved.class);
  }

  private static String written(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written down: " + value, e);
    }
  }

  private static <T> List<T> list(T[] decoded) {
    for (T element : decoded) {
      if (element == null) {
        throw new UnreadableJournal("the journal does not read: null in a list");
      }
    }
    return Arrays.asList(decoded);
  }

  private static <T> T read(String text, Class<T> type) {
    try {
      T value = MAPPER.readValue(text, type);
      if (value == null) {
        throw new UnreadableJournal("the journal does not read: null");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new UnreadableJournal("the journal does not read: " + e.getOriginalMessage(), e);
    }
  }
}
