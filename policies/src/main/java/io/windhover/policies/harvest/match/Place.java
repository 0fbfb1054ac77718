package io.windhover.policies.harvest.match;

import io.windhover.policies.harvest.predict.Change;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Room for tasks that last longer than one bound and no longer than the other. */
final class Place {
  /** By row, then by how still the node will be. */
  static final Comparator<Place> ORDER =
      (one, other) -> {
        if (one.row != other.row) {
          return Integer.compare(one.row, other.row);
        }
        if (one.stillMillis != other.stillMillis) {
          return Long.compare(one.stillMillis, other.stillMillis);
        }
        if (one.startMillis != other.startMillis) {
          return Long.compare(one.startMillis, other.startMillis);
        }
        return Integer.compare(one.node.id(), other.node.id());
      };

  final int index;
  final Node node;
  final int row;
  final long startMillis;

  /** How long the node will have been still by the start. */
  final long stillMillis;

  /** Of the stillness, in the outlook. */
  final int rank;

  final long overMillis;
  final long upToMillis;
  final @Nullable Place other;
  boolean alive = true;

  /**
   * @param index of the node
   * @param other one more place on the same node
   */
  Place(
      int index,
      Node node,
      Outlook outlook,
      long start,
      long overMillis,
      long upToMillis,
      @Nullable Place other) {
    this.index = index;
    this.node = node;
    int length = 64 - Long.numberOfLeadingZeros(start);
    this.row = 2 * length + (node.last() == Change.GREW ? 0 : 1);
    this.startMillis = start;
    this.stillMillis = node.elapsedMillis() + start;
    this.rank = outlook.rank(stillMillis);
    this.overMillis = overMillis;
    this.upToMillis = upToMillis;
    this.other = other;
  }

  boolean takes(long durationMillis) {
    return alive && overMillis < durationMillis && durationMillis <= upToMillis;
  }
}
