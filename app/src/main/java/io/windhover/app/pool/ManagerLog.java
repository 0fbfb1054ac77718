package io.windhover.app.pool;

import io.windhover.wire.xmpp.Jid;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Writes the manager's log: one line for each thing that happened, with its time and its level. A
 * thousand workers that join at once must not fill a disk: of one kind so many lines are written in
 * a while, and the others are counted in one line at its end. Called from any thread.
 */
final class ManagerLog {
  /** Lines of one kind in {@link #WINDOW_MILLIS}; the others are summed up. */
  static final int LINES_MAX = 20;

  static final long WINDOW_MILLIS = 10_000;

  private static final int CHARACTERS_MAX = 500;

  /** How much a line matters. */
  enum Level {
    INFO,
    WARN
  }

  /** Lines of one kind, lately. */
  private static final class Window {
    final Level level;
    final long sinceMillis;
    int said;
    int unsaid;

    Window(Level level, long sinceMillis) {
      this.level = level;
      this.sinceMillis = sinceMillis;
    }
  }

  private final PrintWriter out;
  private final LongSupplier clockMillis;
  private final Map<String, Window> windows = new TreeMap<>();

  ManagerLog(PrintWriter out, LongSupplier clockMillis) {
    this.out = out;
    this.clockMillis = clockMillis;
  }

  /** Something that is as it should be. */
  void info(String kind, String text) {
    say(Level.INFO, kind, text);
  }

  /** Something that somebody may want to look at. */
  void warn(String kind, String text) {
    say(Level.WARN, kind, text);
  }

  /** Whoever asked for something was told no; the words go to the asker too. */
  void refused(Jid who, String words) {
    warn("requests refused", "refused " + who.bare() + ": " + words);
  }

  private synchronized void say(Level level, String kind, String text) {
    long nowMillis = clockMillis.getAsLong();
    sumUp(nowMillis);
    Window window = windows.computeIfAbsent(kind, k -> new Window(level, nowMillis));
    if (window.said == LINES_MAX) {
      window.unsaid++;
      return;
    }
    window.said++;
    write(level, text, nowMillis);
  }

  /** Tells of what was left out; to be called about once a second. */
  synchronized void tick() {
    sumUp(clockMillis.getAsLong());
  }

  private void sumUp(long nowMillis) {
    windows
        .entrySet()
        .removeIf(
            entry -> {
              Window window = entry.getValue();
              boolean over = nowMillis - window.sinceMillis >= WINDOW_MILLIS;
              if (over && window.unsaid > 0) {
                write(
                    window.level,
                    "%,d more %s in %d s"
                        .formatted(
                            window.unsaid, entry.getKey(), (nowMillis - window.sinceMillis) / 1000),
                    nowMillis);
              }
              return over;
            });
  }

  /** A stranger's text must not begin a line of its own, nor steer a terminal. */
  private void write(Level level, String text, long nowMillis) {
    String plain = text.replaceAll("\\p{Cntrl}", " ");
    String cut =
        plain.length() <= CHARACTERS_MAX ? plain : plain.substring(0, CHARACTERS_MAX) + "…";
    out.printf(
        "%s %-4s %s%n",
        Instant.ofEpochMilli(nowMillis), level.name().toLowerCase(Locale.ROOT), cut);
    out.flush();
  }
}
