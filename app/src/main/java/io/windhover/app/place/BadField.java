package io.windhover.app.place;

/** What somebody wrote cannot be used: which field, its value, and what was expected. */
public final class BadField extends RuntimeException {
  private final String path;

  BadField(String path, String problem) {
    super(path.isEmpty() ? problem : path + ": " + problem, null, false, false);
    this.path = path;
  }

  /** Where it stands, such as {@code hosts[3].instances[0].vcpus}; empty for the whole text. */
  public String path() {
    return path;
  }
}
