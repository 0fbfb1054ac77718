package io.windhover.policies.harvest.frame;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Room;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Tasks that wait for their turn to be matched with nodes. A pass only ever takes room away, so
 * once the least that anybody left in the line asks for cannot start anywhere now, nobody will:
 * then those left need not be looked at, and of a long line only the beginning is.
 */
public final class Line {
  /** What a match answers when the task does not start now. */
  public static final int WAITS = -1;

  private final Turn turn;
  private final List<Batch> batches;
  private final List<Node> nodes;

  /** The least of what each and all after it ask for. */
  private final int[] cores;

  private final long[] bytes;
  private final long[] millis;

  public Line(Turn turn, List<Batch> batches, List<Node> nodes) {
    this.turn = turn;
    this.batches = batches;
    this.nodes = nodes;
    cores = new int[batches.size()];
    bytes = new long[batches.size()];
    millis = new long[batches.size()];
    for (int i = batches.size() - 1; i >= 0; i--) {
      boolean last = i + 1 == batches.size();
      Need need = batches.get(i).request().need();
      long duration = batches.get(i).request().durationMillis();
      cores[i] = last ? need.cores() : Math.min(need.cores(), cores[i + 1]);
      bytes[i] = last ? need.memoryBytes() : Math.min(need.memoryBytes(), bytes[i + 1]);
      millis[i] = last ? duration : Math.min(duration, millis[i + 1]);
    }
  }

  /**
   * Starts each where the match says, as long as somebody could start.
   *
   * @param match the machine for one task of the batch, its room claimed, or {@link #WAITS}
   */
  public void place(ToIntFunction<Batch> match) {
    int waits = 0;
    for (int i = 0; i < batches.size(); i++) {
      Batch batch = batches.get(i);
      while (batch.indexes().hasNext()) {
        int index = batch.indexes().nextInt();
        int machine = match.applyAsInt(batch);
        if (machine != WAITS) {
          turn.start(new Waiting(batch.group(), index, batch.request()), machine);
        } else if (Integer.bitCount(++waits) == 1 && isHopeless(i)) {
          return;
        }
      }
    }
  }

  private boolean isHopeless(int batch) {
    for (Node node : nodes) {
      Room room = node.room();
      if (room.fitsNow(cores[batch], bytes[batch])
          && room.startMillis(cores[batch], bytes[batch], millis[batch]) == 0) {
        return false;
      }
    }
    return true;
  }
}
