package io.windhover.hook;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.Sighting.State;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.Money;
import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * One machine in a hook's survey.
 *
 * @param sighting of it, in which 0 stands for what the hook does not say
 * @param changedAtMillis when it came into its state, if the hook knows
 * @param frozenMillis for how long it was hibernated until then, if the hook knows
 */
record SurveyedMachine(Sighting sighting, OptionalLong changedAtMillis, OptionalLong frozenMillis) {
  static final List<String> FIELDS =
      List.of("lease", "state", "since", "changed", "frozen", "notice", "why", "charged");
  static final List<String> NOTICE_FIELDS = List.of("at", "what");
  static final List<String> STATES =
      Stream.of(State.values()).map(state -> state.name().toLowerCase(Locale.ROOT)).toList();

  private static final Map<String, Coming> COMING =
      Map.of("end", Coming.ENDED, "hibernate", Coming.HIBERNATED, "stop", Coming.STOPPED);
  private static final List<String> COMING_WORDS = List.of("end", "hibernate", "stop");

  private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("2200-01-01T00:00:00Z");
  private static final long SECONDS_MAX = 10_000_000_000L;
  private static final long CHARGED_MAX = 1_000_000_000;

  String lease() {
    return sighting.lease();
  }

  static SurveyedMachine read(Node.Fields map, String path, Problems problems) {
    return new Reader(new Section(map, path, FIELDS, "a machine", problems), problems).read(map);
  }

  /** Reads one object. */
  private static final class Reader {
    private final Section machine;
    private final Problems problems;
    private final Values values;

    Reader(Section machine, Problems problems) {
      this.machine = machine;
      this.problems = problems;
      this.values = new Values(problems);
    }

    SurveyedMachine read(Node.Fields map) {
      demand(map, "lease", "the id that was asked for");
      demand(map, "state", "one of " + String.join(", ", STATES));
      Optional<Section> notice = notice();
      long noticeMillis =
          notice
              .flatMap(n -> n.value("at"))
              .map(n -> moment(n, "notice.at"))
              .orElse(Long.MAX_VALUE);
      OptionalLong frozen =
          machine
              .value("frozen")
              .map(n -> OptionalLong.of(millis(n, "frozen")))
              .orElse(OptionalLong.empty());
      OptionalLong changed =
          machine
              .value("changed")
              .map(n -> OptionalLong.of(moment(n, "changed")))
              .orElse(OptionalLong.empty());
      var sighting =
          new Sighting(
              text("lease"),
              machine.value("state").map(this::state).orElse(State.RUNNING),
              machine.value("since").map(n -> moment(n, "since")).orElse(0L),
              changed.orElse(0),
              frozen.orElse(0),
              noticeMillis,
              notice.flatMap(n -> n.value("what")).map(this::coming).orElse(Coming.ENDED),
              text("why"),
              machine.value("charged").map(this::nanos).orElse(Sighting.NOT_SAID));
      return new SurveyedMachine(sighting, changed, frozen);
    }

    private void demand(Node.Fields map, String field, String what) {
      if (machine.lacks(field)) {
        problems.add(map.line(), machine.path(field), "is missing; expected " + what);
      }
    }

    private String text(String field) {
      return machine.value(field).map(n -> values.written(n, machine.path(field))).orElse("");
    }

    private State state(Node node) {
      String word = values.oneOf(node, machine.path("state"), STATES);
      return State.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private Coming coming(Node node) {
      String word = values.oneOf(node, machine.path("notice.what"), COMING_WORDS);
      return COMING.getOrDefault(word, Coming.ENDED);
    }

    private Optional<Section> notice() {
      Optional<Node> node = machine.value("notice");
      String path = machine.path("notice");
      if (node.isPresent() && node.get() instanceof Node.Fields map) {
        var notice = new Section(map, path, NOTICE_FIELDS, "a notice", problems);
        if (notice.lacks("at")) {
          problems.add(map.line(), path + ".at", "is missing; expected a time");
        }
        return Optional.of(notice);
      }
      node.ifPresent(n -> values.wrong(n, path, Shown.node(n) + " is not an object"));
      return Optional.empty();
    }

    /** Seconds since 1970, or a time with its zone as ISO 8601 has it. */
    private long moment(Node node, String field) {
      Optional<Instant> moment = node instanceof Node.Text text ? moment(text) : Optional.empty();
      if (moment.filter(m -> m.isAfter(FIRST) && m.isBefore(LAST)).isPresent()) {
        return moment.get().toEpochMilli();
      }
      values.wrong(
          node,
          machine.path(field),
          Shown.node(node)
              + " is not a time; expected seconds since 1970, or text like 2026-11-20T18:00:00Z");
      return 0;
    }

    private static Optional<Instant> moment(Node.Text text) {
      try {
        if (text.kind() == Node.Kind.NUMBER) {
          var seconds = new BigDecimal(text.text());
          boolean near = seconds.abs().compareTo(BigDecimal.valueOf(SECONDS_MAX)) < 0;
          return near ? Optional.of(Instant.ofEpochMilli(inMillis(seconds))) : Optional.empty();
        }
        return Optional.of(OffsetDateTime.parse(text.text()).toInstant());
      } catch (DateTimeException | NumberFormatException e) {
        return Optional.empty();
      }
    }

    private static long inMillis(BigDecimal seconds) {
      return seconds.movePointRight(3).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    private long millis(Node node, String field) {
      return inMillis(values.amount(node, machine.path(field), SECONDS_MAX, "seconds"));
    }

    private long nanos(Node node) {
      return values
          .amount(node, machine.path("charged"), CHARGED_MAX, "dollars")
          .multiply(BigDecimal.valueOf(Money.NANOS_PER_DOLLAR))
          .setScale(0, RoundingMode.HALF_UP)
          .longValueExact();
    }
  }
}
