package io.windhover.app.plan;

import io.windhover.workload.Durations;
import io.windhover.workload.scenario.MarketChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The market that a plan reckons with, and who says so. */
public record PlannedMarket(MarketChoice choice, Source source) {
  /** Where the knowledge comes from. */
  public enum Source {
    OPTIONS("as asked for"),
    SCENARIO("the scenario's"),
    CATALOGUE("the catalogue's"),
    CLOUD("the cloud file's"),
    /** There is nothing to freeze. */
    NO_SPOT("as nothing is sold on a spot market"),
    /** Nobody said anything. */
    ASSUMED("assumed, for nothing is known (--hibernations, --resumes)");

    private final String text;

    Source(String text) {
      this.text = text;
    }
  }

  private static final double ASSUMED_TAKEN = 3;
  private static final double ASSUMED_RETURNED = 2;

  /**
   * Three freezes and two thaws an hour, each of one type in use. Rougher than most real markets,
   * so that a plan made in ignorance errs on the dear side.
   */
  public static PlannedMarket assumed() {
    return new PlannedMarket(
        new MarketChoice.ByChance(
            MarketChoice.READINGS.get(0), true, 0, ASSUMED_TAKEN, ASSUMED_RETURNED),
        Source.ASSUMED);
  }

  /** Nothing befalls machines that are rented on demand. */
  public static PlannedMarket noSpot() {
    return new PlannedMarket(new MarketChoice.Calm(), Source.NO_SPOT);
  }

  /** "3 hibernations and 2 resumes an hour (run), the catalogue's". */
  public String text() {
    return what() + ", " + source.text;
  }

  private String what() {
    if (choice instanceof MarketChoice.ByChance chance) {
      return String.format(
          Locale.ROOT,
          chance.hibernates()
              ? "%s hibernations and %s resumes an hour (%s)%s"
              : "%s terminations and %s returns an hour (%s)%s",
          number(chance.takenPerHour()),
          number(chance.returnedPerHour()),
          chance.reading(),
          notice(chance.noticeMillis()));
    }
    if (choice instanceof MarketChoice.Interruptions single) {
      return "single VMs are %s%s, %s in %s"
          .formatted(
              single.hibernates() ? "frozen" : "ended",
              notice(single.noticeMillis()),
              shares(single),
              single.perMillis() == MarketChoice.Interruptions.MONTH_MILLIS
                  ? "a month"
                  : Durations.format(single.perMillis()));
    }
    if (choice instanceof MarketChoice.Recorded recorded) {
      return "%s from %s%s"
          .formatted(
              recorded.hibernates() ? "hibernations" : "terminations",
              recorded.outages().file(),
              notice(recorded.noticeMillis()));
    }
    if (choice instanceof MarketChoice.Provider provider) {
      return "%,d hosts that others take up too".formatted(provider.hosts());
    }
    return "calm";
  }

  /** "5 % of c5.large, 10 % of others". */
  private static String shares(MarketChoice.Interruptions single) {
    List<String> each = new ArrayList<>();
    single.shareByType().forEach((type, share) -> each.add(percent(share) + " of " + type));
    if (each.isEmpty()) {
      return percent(single.otherShare());
    }
    if (single.otherShare() > 0) {
      each.add(percent(single.otherShare()) + " of others");
    }
    return String.join(", ", each);
  }

  private static String percent(double share) {
    return number(share * 100) + " %";
  }

  private static String notice(long millis) {
    return millis == 0 ? "" : " with a notice of " + Durations.format(millis);
  }

  private static String number(double value) {
    double rounded = Math.round(value * 100) / 100.0;
    return rounded == Math.rint(rounded)
        ? String.valueOf((long) rounded)
        : String.format(Locale.ROOT, "%.2f", rounded);
  }
}
