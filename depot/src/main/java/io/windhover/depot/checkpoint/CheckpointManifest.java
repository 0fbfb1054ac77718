package io.windhover.depot.checkpoint;

import io.windhover.depot.checkpoint.FolderScan.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * List of all that one checkpoint holds, written last. As text it is a head, a line for each entry,
 * and a last line that counts them, so that a part of it is not taken for the whole.
 *
 * @param attempt which made it
 * @param number of the checkpoint within the attempt, from 1
 * @param progressMillis how much work of the task it keeps safe
 */
public record CheckpointManifest(
    int attempt, int number, long progressMillis, List<Entry> entries) {
  /**
   * One file, folder or link.
   *
   * @param content SHA-256 of a file, the target of a link, empty for a folder
   */
  record Entry(String path, Kind kind, int mode, long size, long modifiedMillis, String content) {}

  private static final String FORM = "windhover-checkpoint 1";
  private static final String END = "end";
  private static final int WORDS = 6;

  public CheckpointManifest {
    entries = List.copyOf(entries);
  }

  /** How many bytes its files have. */
  public long bytes() {
    return entries.stream().mapToLong(Entry::size).sum();
  }

  byte[] write() {
    var out = new StringBuilder();
    out.append("%s %d %d %d\n".formatted(FORM, attempt, number, progressMillis));
    for (Entry entry : entries) {
      out.append(
          "%s %o %d %d %s %s\n"
              .formatted(
                  entry.kind.name().toLowerCase(Locale.ROOT),
                  entry.mode,
                  entry.size,
                  entry.modifiedMillis,
                  base64(entry.content),
                  base64(entry.path)));
    }
    return out.append(END)
        .append(' ')
        .append(entries.size())
        .append('\n')
        .toString()
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Reads what was written; empty if it is not a whole manifest of a form that is known here. */
  static Optional<CheckpointManifest> read(byte[] text) {
    List<String> lines = new String(text, StandardCharsets.UTF_8).lines().toList();
    int last = lines.size() - 1;
    if (last < 1
        || !lines.get(0).startsWith(FORM + " ")
        || !lines.get(last).equals(END + " " + (last - 1))) {
      return Optional.empty();
    }
    try {
      String[] head = lines.get(0).substring(FORM.length() + 1).split(" ", -1);
      List<Entry> entries = new ArrayList<>();
      for (String line : lines.subList(1, last)) {
        entries.add(entry(line.split(" ", -1)));
      }
      return Optional.of(
          new CheckpointManifest(
              Integer.parseInt(head[0]),
              Integer.parseInt(head[1]),
              Long.parseLong(head[2]),
              entries));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static Entry entry(String[] words) {
    if (words.length != WORDS) {
      throw new IllegalArgumentException("an entry has " + WORDS + " words");
    }
    return new Entry(
        plain(words[5]),
        Kind.valueOf(words[0].toUpperCase(Locale.ROOT)),
        Integer.parseInt(words[1], 8),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        plain(words[4]));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String plain(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
