package io.windhover.app.pool.local;

import io.windhover.app.state.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * File of settings that a pool on this machine writes for one of its parts and that its owner may
 * edit. {@link PoolSettingsFiles} writes every such file through it, at every {@code pool up}: a
 * key that ties the parts together is the pool's own and is set right again; any other key, comment
 * or order of lines that the owner has written stays as it is.
 */
final class KeptSettings {
  private static final Pattern KEY = Pattern.compile("([A-Za-z][A-Za-z0-9_-]*)\\s*:(?:\\s.*)?");

  /**
   * One key at the margin with the lines of its value, or lines that belong to none (empty key).
   */
  private record Block(String key, List<String> lines) {}

  private final Path file;
  private final String heading;
  private final List<String> before;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> own = new HashSet<>();

  /**
   * Reads what is in the file now.
   *
   * @param heading the comment on the first line of a new file
   */
  KeptSettings(Path file, String heading) throws IOException {
    this.file = file;
    this.heading = heading;
    this.before = Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** Adds a key that is the pool's own; its value is text in YAML, as are those below. */
  KeptSettings own(String key, String value) {
    own.add(key);
    return usual(key, value);
  }

  /** Adds a key that the owner may give another value. */
  KeptSettings usual(String key, String value) {
    values.put(key, value);
    return this;
  }

  /** Adds a key that is the pool's own for as long as it holds what the pool wrote before. */
  KeptSettings share(String key, String value, String writtenBefore) {
    return before.contains(line(key, writtenBefore)) ? own(key, value) : usual(key, value);
  }

  /** Writes the file if it is missing, else only what is missing in it or is the pool's own. */
  void write() throws IOException {
    List<String> lines = before.stream().allMatch(String::isBlank) ? fresh() : merged();
    if (!lines.equals(before)) {
      Files.write(PrivateFolder.file(file), lines);
    }
  }

  private List<String> fresh() {
    var lines = new ArrayList<String>();
    lines.add("# " + heading);
    values.forEach((key, value) -> lines.add(line(key, value)));
    return lines;
  }

  private List<String> merged() {
    List<Block> blocks = blocks(before);
    if (blocks.stream().allMatch(block -> block.key.isEmpty())) {
      return before; // Written in one line, {domain: …}, or no settings: their reader will tell.
    }
    var missing = new LinkedHashMap<>(values);
    var lines = new ArrayList<String>();
    for (Block block : blocks) {
      String value = missing.remove(block.key);
      if (value != null && own.contains(block.key)) {
        lines.add(line(block.key, value));
      } else {
        lines.addAll(block.lines);
      }
    }
    missing.forEach((key, value) -> lines.add(line(key, value)));
    return lines;
  }

  private static String line(String key, String value) {
    return key + ": " + value;
  }

  /** A value goes on in the lines below its key that are indented or items of its list. */
  private static List<Block> blocks(List<String> lines) {
    var blocks = new ArrayList<Block>();
    for (String line : lines) {
      Matcher key = KEY.matcher(line);
      boolean goesOn = line.startsWith(" ") || line.startsWith("-") || line.startsWith("]");
      if (key.matches()) {
        blocks.add(new Block(key.group(1), new ArrayList<>(List.of(line))));
      } else if (goesOn && !blocks.isEmpty()) {
        blocks.get(blocks.size() - 1).lines.add(line);
      } else {
        blocks.add(new Block("", new ArrayList<>(List.of(line))));
      }
    }
    return blocks;
  }
}
