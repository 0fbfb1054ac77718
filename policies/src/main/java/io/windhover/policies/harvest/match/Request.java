package io.windhover.policies.harvest.match;

import io.windhover.core.model.Need;

/** What a task asks of a node, and for how long. */
public record Request(Need need, long durationMillis) {
  /** When the node will have the room; {@link Room#NEVER} when it will not. */
  public long startMillis(Node node) {
    return node.labels().containsAll(need.requires())
        ? node.room().startMillis(need.cores(), need.memoryBytes(), durationMillis)
        : Room.NEVER;
  }

  /** Whether the node has the room at this moment, whatever is claimed for later. */
  public boolean startsNow(Node node) {
    return node.room().fitsNow(need.cores(), need.memoryBytes())
        && node.labels().containsAll(need.requires());
  }

  /** Takes the room from then on, so that tasks after this one do not count on it. */
  public void claim(Node node, long startMillis) {
    node.room().take(startMillis, durationMillis, need.cores(), need.memoryBytes());
  }
}
