package io.windhover.hook;

import io.windhover.host.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/**
 * The calls of a hook and what each has said on standard error, a line each. When the file is full
 * it becomes {@code hook.log.1}, in the place of the one before.
 */
final class HookLog {
  static final String NAME = "hook.log";

  private static final long BYTES_MAX = 1 << 20;

  private final Path file;

  HookLog(Path folder) {
    this.file = folder.resolve(NAME);
  }

  /** A log that cannot be written must not keep a machine from being given back. */
  synchronized void add(HookQuestion question, String how, String said) {
    var lines = new StringBuilder();
    String head = Instant.now() + " " + question + ": ";
    said.lines().filter(line -> !line.isBlank()).forEach(l -> lines.append(head + l + "\n"));
    lines.append(head).append(how).append('\n');
    try {
      PrivateFiles.make(file);
      if (Files.size(file) > BYTES_MAX) {
        Files.move(file, file.resolveSibling(NAME + ".1"), StandardCopyOption.REPLACE_EXISTING);
        PrivateFiles.make(file);
      }
      Files.writeString(file, lines, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    } catch (IOException full) {
      // The failure of the call itself is told by whoever called.
    }
  }
}
