package io.windhover.app.command;

import io.windhover.app.plan.PlannedMarket;
import io.windhover.experiments.forecast.Figures;
import io.windhover.experiments.forecast.Point;
import io.windhover.experiments.forecast.Use;
import io.windhover.workload.scenario.MarketChoice;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A plan for programs: dollars, seconds and hours, and null where there is no such thing. */
final class PlanJson {
  private PlanJson() {}

  static String of(PlanReport shown) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    if (shown.ofStream()) {
      json.put("stream", shown.scenario().name());
      json.put("classes", shown.classes());
      json.put("jobs", shown.jobs().size());
    } else {
      json.put("job", shown.scenario().name());
      json.put("tasks", shown.jobs().get(0).spec().taskCount());
    }
    json.put("catalogue", shown.scenario().catalogue().name());
    json.put("policy", shown.policy().name());
    json.put("settings", shown.policy().settings());
    json.put("market", market(shown.market()));
    json.put("firstSeed", shown.firstSeed());
    json.put("seeds", shown.seeds());
    json.put("earliestEndSeconds", Json.seconds(shown.earliest().millis()));
    json.put("from", shown.counted().map(from -> from.text(from.nowMillis())).orElse(null));
    json.put("points", points(shown.points(), shown.ofStream()));
    json.put(
        "besides", shown.besides().stream().map(one -> beside(one, shown.ofStream())).toList());
    Map<String, @Nullable Object> advice = new LinkedHashMap<>();
    advice.put(
        "deadlineSeconds",
        shown.advice().chosen().map(p -> Json.seconds(p.deadlineMillis())).orElse(null));
    advice.put(
        "cheapestPolicy", shown.cheapestAdvised().map(PlanReport.Beside::policy).orElse(null));
    advice.put("text", shown.advice().text());
    json.put("recommendation", advice);
    json.put("wallSeconds", shown.wallSeconds());
    return Json.line(json);
  }

  private static Map<String, Object> beside(PlanReport.Beside beside, boolean ofStream) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("policy", beside.policy());
    json.put("points", points(beside.points(), ofStream));
    return json;
  }

  private static List<Map<String, @Nullable Object>> points(List<Point> points, boolean ofStream) {
    return points.stream().map(point -> point(point, ofStream)).toList();
  }

  private static Map<String, @Nullable Object> market(PlannedMarket market) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("source", market.source().name().toLowerCase(Locale.ROOT));
    if (market.choice() instanceof MarketChoice.ByChance chance) {
      boolean freezes = chance.hibernates();
      json.put("kind", freezes ? "hibernation" : "termination");
      json.put(freezes ? "hibernationsPerHour" : "terminationsPerHour", chance.takenPerHour());
      json.put(freezes ? "resumesPerHour" : "returnsPerHour", chance.returnedPerHour());
      json.put("reading", chance.reading());
      json.put("noticeSeconds", Json.seconds(chance.noticeMillis()));
    } else if (market.choice() instanceof MarketChoice.Interruptions single) {
      json.put("kind", "interruption");
      json.put("shareByType", single.shareByType());
      json.put("otherShare", single.otherShare());
      json.put("perSeconds", Json.seconds(single.perMillis()));
      json.put("ends", single.hibernates() ? "hibernate" : "terminate");
      json.put("noticeSeconds", Json.seconds(single.noticeMillis()));
      json.put(
          "frozenMeanSeconds",
          single.frozenMeanMillis() == 0 ? null : Json.seconds(single.frozenMeanMillis()));
    } else if (market.choice() instanceof MarketChoice.Recorded recorded) {
      json.put("kind", "trace");
      json.put("file", Path.of(recorded.outages().file()).toAbsolutePath().normalize().toString());
      json.put("ends", recorded.hibernates() ? "hibernate" : "terminate");
      json.put("noticeSeconds", Json.seconds(recorded.noticeMillis()));
    } else if (market.choice() instanceof MarketChoice.Provider provider) {
      json.put("kind", "provider");
      json.put("hosts", provider.hosts());
      json.put("customersPerHour", provider.customersPerHour());
      json.put("ends", provider.hibernates() ? "hibernate" : "terminate");
    } else {
      json.put("kind", "calm");
    }
    return json;
  }

  private static Map<String, @Nullable Object> point(Point point, boolean ofStream) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("deadlineSeconds", Json.seconds(point.deadlineMillis()));
    json.put("possible", point.possible());
    json.put("reason", point.obstacle().orElse(null));
    json.put("runs", point.runs());
    json.put("done", point.done());
    if (ofStream) {
      shares(point, json);
    } else {
      probabilities(point, json);
    }
    Map<String, @Nullable Object> cost = new LinkedHashMap<>();
    Map<String, @Nullable Object> makespan = new LinkedHashMap<>();
    Figures figures = point.figures().orElse(null);
    if (figures != null) {
      cost.put("mean", rounded(figures.costMean()));
      cost.put("standardError", rounded(figures.costError()));
      cost.put("p5", rounded(figures.costP5()));
      cost.put("p50", rounded(figures.costMedian()));
      cost.put("p95", rounded(figures.costP95()));
      cost.put("max", rounded(figures.costMax()));
      makespan.put("mean", rounded(figures.makespanMeanMillis() / 1000));
      makespan.put("p95", rounded(figures.makespanP95Millis() / 1000));
    }
    json.put("cost", figures == null ? null : cost);
    if (ofStream) {
      json.put("costPerJob", number(point.costPerJob()));
      json.put("timesBound", number(point.timesBound()));
    }
    json.put("onDemandOnlyCost", number(point.references().onDemandOnly()));
    json.put("lowerBound", number(point.references().lowerBound()));
    json.put("makespanSeconds", figures == null ? null : makespan);
    json.put("hibernations", figures == null ? null : rounded(figures.hibernations()));
    json.put("terminations", figures == null ? null : rounded(figures.terminations()));
    json.put("notices", figures == null ? null : rounded(figures.notices()));
    json.put("storageCost", figures == null ? null : rounded(figures.storageMean()));
    json.put("vms", figures == null ? null : figures.mix().stream().map(PlanJson::use).toList());
    return json;
  }

  /** Nothing is likely or unlikely where nothing was run. */
  private static void probabilities(Point point, Map<String, @Nullable Object> json) {
    boolean ran = point.runs() > 0;
    json.put("inTime", point.inTime());
    json.put("probability", ran ? rounded(point.probability()) : null);
    json.put("probabilityLow", ran ? rounded(point.confidence().low()) : null);
    json.put("probabilityHigh", ran ? rounded(point.confidence().high()) : null);
  }

  /** No interval: the jobs of a run share their luck, and are no trials of their own. */
  private static void shares(Point point, Map<String, @Nullable Object> json) {
    boolean ran = point.runs() > 0;
    json.put("jobs", point.jobs());
    json.put("inTime", point.inTime());
    json.put("inTimeShare", ran ? rounded(point.probability()) : null);
    json.put("worstInTimeShare", ran ? rounded(point.worstShare()) : null);
  }

  /** To the nano: a sum of doubles has no meaning beyond. */
  private static double rounded(double value) {
    return Math.round(value * 1e9) / 1e9;
  }

  private static @Nullable Double number(OptionalDouble value) {
    return value.isPresent() ? rounded(value.getAsDouble()) : null;
  }

  private static Map<String, Object> use(Use use) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", use.type());
    json.put("market", use.market());
    json.put("count", rounded(use.count()));
    json.put("hours", rounded(use.hours()));
    json.put("cost", rounded(use.dollars()));
    return json;
  }
}
