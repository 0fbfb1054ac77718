package io.windhover.app.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.terminal.ShellText;
import io.windhover.store.Store;
import io.windhover.store.StoreView;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the tasks of a run stand in its job file. The store keeps it beside the job, as of the last
 * time the file was read, so that failures can be told with their lines after a resume too and when
 * the file is gone. Nobody decides anything by it, so it is in no event.
 *
 * @param file absolute
 * @param lines by the names of groups, from 1; empty when the job came from another kind of file
 */
public record FileLines(
    @JsonProperty("file") String file, @JsonProperty("lines") SortedMap<String, Integer> lines) {
  /** Of a run that an older build began, or whose tasks are not entries of a job file. */
  public static final FileLines NONE = new FileLines("", Collections.emptySortedMap());

  private static final String KEY = "fileLines";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  public FileLines {
    lines = Collections.unmodifiableSortedMap(new TreeMap<>(lines));
  }

  public static FileLines of(Path file, SortedMap<String, Integer> lines) {
    return lines.isEmpty() ? NONE : new FileLines(file.toAbsolutePath().normalize() + "", lines);
  }

  /**
   * Those that a run has left; a text that another build wrote and this one cannot read is none.
   */
  public static FileLines of(StoreView store) {
    try {
      String text = store.value(KEY).orElse("");
      return text.isEmpty() ? NONE : MAPPER.readValue(text, FileLines.class);
    } catch (JsonProcessingException unreadable) {
      return NONE;
    }
  }

  public void record(Store store) {
    try {
      store.put(KEY, MAPPER.writeValueAsString(this));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written down: " + this, e);
    }
  }

  /** {@code /home/ann/jobs/align.yaml:14}; null when it is not known. */
  @Nullable String of(String group) {
    Integer line = lines.get(group);
    return line == null ? null : file + ":" + line;
  }

  /** The same for people, who are in some folder. */
  static String shown(String source) {
    int colon = source.lastIndexOf(':');
    return ShellText.path(Path.of(source.substring(0, colon))) + source.substring(colon);
  }
}
