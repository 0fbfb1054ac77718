package io.windhover.depot;

/** Rules of a key: the same on every file system and in every URL, and none leads out. */
public final class DepotKey {
  private static final int CHARACTERS_MAX = 500;

  private DepotKey() {}

  /**
   * Answers the key if it is one.
   *
   * @throws IllegalArgumentException if not: keys are made by the program, so that is a bug
   */
  public static String checked(String key) {
    boolean good =
        !key.isEmpty()
            && key.length() <= CHARACTERS_MAX
            && key.chars().allMatch(DepotKey::isPlain)
            && ("/" + key + "/").indexOf("//") < 0
            && ("/" + key + "/").indexOf("/.") < 0;
    if (!good) {
      throw new IllegalArgumentException("not a key of a depot: " + key);
    }
    return key;
  }

  private static boolean isPlain(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c == '.'
        || c == '/';
  }
}
