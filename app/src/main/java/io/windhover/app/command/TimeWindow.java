package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import io.windhover.simulator.record.VmRecord;
import io.windhover.workload.Durations;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A part of a run, as --from and --to give it. */
final class TimeWindow {
  private static final long SIX_HOURS_MILLIS = 6 * 3_600_000L;

  private TimeWindow() {}

  /** Empty when neither is given; six hours when only the beginning is. */
  static Optional<Span> of(@Nullable String from, @Nullable String to) {
    if (from == null && to == null) {
      return Optional.empty();
    }
    long fromMillis = from == null ? 0 : millis("--from", from);
    long toMillis = to == null ? fromMillis + SIX_HOURS_MILLIS : millis("--to", to);
    if (toMillis <= fromMillis) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "--to: %s is not after %s; expected a later time"
              .formatted(Durations.format(toMillis), Durations.format(fromMillis)));
    }
    return Optional.of(new Span(fromMillis, toMillis));
  }

  /** What to say of a part in which nothing happens; empty when something does. */
  static Optional<String> emptyOf(Optional<Span> window, RunRecord record) {
    return window
        .filter(part -> record.vms().stream().noneMatch(vm -> isIn(part, vm)))
        .map(part -> empty(part, record.endedAtMillis()));
  }

  /** What to say of a part in which there is no machine. */
  static String empty(Span part, long endedAtMillis) {
    return "no VM is there from %s to %s, so the timeline is empty; the run ends after %s"
        .formatted(
            Durations.format(part.fromMillis()),
            Durations.format(part.toMillis()),
            Durations.format(endedAtMillis));
  }

  private static boolean isIn(Span part, VmRecord vm) {
    return vm.requestedAtMillis() < part.toMillis() && vm.endedAtMillis() > part.fromMillis();
  }

  private static long millis(String option, String text) {
    try {
      return text.matches("0[a-z]?") ? 0 : Durations.parseMillis(text);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
    }
  }
}
