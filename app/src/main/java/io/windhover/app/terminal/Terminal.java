package io.windhover.app.terminal;

import io.windhover.host.OwnTerminal;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What our stderr can show.
 *
 * @param live whether it is a terminal on which lines can be drawn over
 * @param colour whether colours are welcome
 * @param unicode whether more than ASCII is
 */
public record Terminal(boolean live, boolean colour, boolean unicode) {
  private static final int COLUMNS_USUAL = 80;
  private static final Path STDIN = Path.of("/proc/self/fd/0");
  private static final Path STDERR = Path.of("/proc/self/fd/2");

  public static Terminal ofStderr(UnaryOperator<@Nullable String> environment) {
    String term = text(environment, "TERM");
    boolean live = stderrIsTerminal() && !term.isEmpty() && !term.equals("dumb");
    String locale = text(environment, "LC_ALL");
    if (locale.isEmpty()) {
      locale = text(environment, "LC_CTYPE");
    }
    if (locale.isEmpty()) {
      locale = text(environment, "LANG");
    }
    boolean unicode = locale.toLowerCase(Locale.ROOT).replace("-", "").contains("utf8");
    return new Terminal(live, live && text(environment, "NO_COLOR").isEmpty(), unicode);
  }

  private static String text(UnaryOperator<@Nullable String> environment, String name) {
    String value = environment.apply(name);
    return value == null ? "" : value;
  }

  /** Java only knows whether stdin and stdout both are; the kernel says it of each. */
  private static boolean stderrIsTerminal() {
    return isTerminal(STDERR);
  }

  /** Whether a person can be asked: questions go to stderr, answers come from stdin. */
  public static boolean canAsk() {
    return isTerminal(STDIN) && isTerminal(STDERR);
  }

  private static boolean isTerminal(Path stream) {
    try {
      String target = Files.readSymbolicLink(stream).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException notLinux) {
      return OwnTerminal.isStderr();
    }
  }

  /** How wide the terminal is now; asks the terminal, so not for every frame. */
  static int columns() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(1, TimeUnit.SECONDS)) {
        stty.destroyForcibly();
        return COLUMNS_USUAL;
      }
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      String[] numbers = size.strip().split(" ", -1);
      int columns = numbers.length == 2 ? Integer.parseInt(numbers[1]) : 0;
      return columns > 0 ? columns : COLUMNS_USUAL;
    } catch (IOException | NumberFormatException unknown) {
      return COLUMNS_USUAL;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return COLUMNS_USUAL;
    }
  }
}
