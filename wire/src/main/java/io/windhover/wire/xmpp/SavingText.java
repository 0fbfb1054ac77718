package io.windhover.wire.xmpp;

import static io.windhover.wire.xmpp.Namespaces.ORDER;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Saving;
import io.windhover.wire.ToManager;
import io.windhover.wire.ToWorker;
import java.util.ArrayList;
import java.util.List;

/** What is said of checkpoints, as docs/wire.md shows it; {@link TaskText} has the rest. */
public final class SavingText {
  /** What a worker says of a checkpoint that is whole. */
  static final String DONE = "checkpointed";

  private static final String HOW = "how";
  private static final String STORE = "store";
  private static final String SHELF = "shelf";
  private static final String NUMBER = "number";
  private static final String PROGRESS = "progress";
  private static final String TOOK = "took";
  private static final String BYTES = "bytes";

  private SavingText() {}

  /** Children of an order, whose attribute says how often. */
  static List<Xml> write(Saving saving) {
    List<Xml> texts = new ArrayList<>();
    if (saving.everyMillis() > 0) {
      add(HOW, saving.how(), texts);
      add(STORE, saving.store(), texts);
      add(SHELF, saving.shelf(), texts);
    }
    return texts;
  }

  private static void add(String name, String text, List<Xml> texts) {
    if (!text.isEmpty()) {
      texts.add(Xml.text(name, ORDER, text));
    }
  }

  static Saving read(long everyMillis, Xml order) throws BadStanza {
    return everyMillis == 0
        ? Saving.NONE
        : new Saving(
            everyMillis,
            TaskText.text(order, HOW, ""),
            TaskText.text(order, STORE, ""),
            TaskText.text(order, SHELF, ""));
  }

  public static Xml write(ToWorker.Checkpoint wish) {
    return TaskText.action(TaskText.CHECKPOINT, wish.ref()).with(NUMBER, wish.number());
  }

  static ToWorker wish(AttemptRef ref, Xml said) throws BadStanza {
    return new ToWorker.Checkpoint(ref, (int) TaskText.number(said, NUMBER, 0, Integer.MAX_VALUE));
  }

  public static Xml write(ToManager.Checkpointed done) {
    return TaskText.action(DONE, done.ref())
        .with(NUMBER, done.number())
        .with(PROGRESS, done.progressMillis())
        .with(TOOK, done.tookMillis())
        .with(BYTES, done.bytes());
  }

  static ToManager done(AttemptRef ref, Xml said) throws BadStanza {
    return new ToManager.Checkpointed(
        ref,
        (int) TaskText.number(said, NUMBER, 0, Integer.MAX_VALUE),
        TaskText.number(said, PROGRESS, 0, Long.MAX_VALUE),
        TaskText.number(said, TOOK, 0, Long.MAX_VALUE),
        TaskText.number(said, BYTES, 0, Long.MAX_VALUE));
  }
}
