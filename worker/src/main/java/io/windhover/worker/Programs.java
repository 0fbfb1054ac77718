package io.windhover.worker;

import java.io.File;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Programs as a search of PATH finds them. */
final class Programs {
  private static final int REMEMBERED_MAX = 1_000;

  private final @Nullable String path;
  private final Map<String, Optional<String>> found = new ConcurrentHashMap<>();

  Programs(@Nullable String path) {
    this.path = path;
  }

  /** Where the program of this name is; relative parts of PATH are not looked at. */
  Optional<String> find(String name) {
    Optional<String> known = found.get(name);
    if (known == null) {
      known = search(name);
      if (found.size() < REMEMBERED_MAX) {
        found.put(name, known);
      }
    }
    return known;
  }

  /** Whether the first word of a command, run in this folder, is a program. */
  boolean exists(String word, String folder) {
    if (word.indexOf('/') < 0) {
      return find(word).isPresent();
    }
    return isProgram(word.startsWith("/") ? new File(word) : new File(folder, word));
  }

  private Optional<String> search(String name) {
    for (String part : path == null ? new String[0] : path.split(":", -1)) {
      if (part.startsWith("/") && isProgram(new File(part, name))) {
        return Optional.of(part + "/" + name);
      }
    }
    return Optional.empty();
  }

  private static boolean isProgram(File file) {
    return file.isFile() && file.canExecute();
  }
}
