package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.workload.Shown;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A file that something is written to when all else is done.
 *
 * @param option that names it, for complaints
 */
record OutputFile(String option, Path path) {
  private static final String SVG = ".svg";
  private static final String PNG = ".png";

  /** Complains before any work is done, and leaves nothing behind. */
  void check() {
    if (Files.isDirectory(path)) {
      throw bad("is a folder; expected a file", null);
    }
    Path folder = path.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw bad("cannot be written: no such folder", null);
    }
    boolean there = Files.exists(path);
    if (there && !Files.isRegularFile(path)) {
      return; // A pipe or a device is opened but once.
    }
    try {
      Files.newByteChannel(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
      if (!there) {
        Files.delete(path);
      }
    } catch (NoSuchFileException e) {
      throw bad("cannot be written: its folder takes no files", e);
    } catch (IOException e) {
      throw bad("cannot be written: " + why(e), e);
    }
  }

  /** The same for a picture, which must be of a kind that can be drawn. */
  void checkPicture() {
    if (!Files.isDirectory(path) && !isPng() && !ends(SVG)) {
      throw bad("has no ending that is known; expected a name that ends in .svg or .png", null);
    }
    check();
  }

  private boolean isPng() {
    return ends(PNG);
  }

  private boolean ends(String with) {
    return path.toString().toLowerCase(Locale.ROOT).endsWith(with);
  }

  void write(String text) {
    try {
      Files.writeString(path, text);
    } catch (IOException e) {
      throw bad("cannot be written: " + why(e), e);
    }
  }

  /**
   * Draws what the name asks for.
   *
   * @param png empty where this Java cannot draw
   */
  void draw(Supplier<String> svg, Supplier<Optional<byte[]>> png) {
    if (!isPng()) {
      write(svg.get());
      return;
    }
    System.setProperty("java.awt.headless", "true"); // a file needs no display
    byte[] image =
        png.get()
            .orElseThrow(
                () ->
                    new CommandFailure(
                        ExitCode.BAD_INPUT,
                        option + ": this Java cannot draw text; expected a name with .svg"));
    try {
      Files.write(path, image);
    } catch (IOException e) {
      throw bad("cannot be written: " + why(e), e);
    }
  }

  private CommandFailure bad(String what, @Nullable IOException cause) {
    String text = option + ": " + Shown.oneLine(path.toString()) + " " + what;
    return cause == null
        ? new CommandFailure(ExitCode.BAD_INPUT, text)
        : new CommandFailure(ExitCode.BAD_INPUT, text, cause);
  }

  /** In words, without names of Java's. */
  static String why(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such folder";
    }
    if (e instanceof AccessDeniedException) {
      return "no permission";
    }
    String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
    return reason == null ? "the system does not say why" : Shown.oneLine(reason);
  }
}
