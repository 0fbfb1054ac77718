package io.windhover.store;

/**
 * Texts whose keys lie next to one another, in the order of their characters.
 *
 * @param from the first key that belongs to it
 * @param before the first key behind it
 * @param descending whether the last key comes first
 * @param most texts that are told at most
 */
public record KeyRange(String from, String before, boolean descending, int most) {
  /** All keys that begin with this, at most so many. */
  public static KeyRange startingWith(String start, int most) {
    int last = start.length() - 1;
    String behind = start.substring(0, last) + (char) (start.charAt(last) + 1);
    return new KeyRange(start, behind, false, most);
  }

  /** The same keys, from the last to the first. */
  public KeyRange backwards() {
    return new KeyRange(from, before, !descending, most);
  }

  /** Those of them that come before this one. */
  public KeyRange endingBefore(String key) {
    return new KeyRange(from, key, descending, most);
  }
}
