package io.windhover.app.http;

import io.windhover.app.service.ServiceStats;
import io.windhover.app.service.Times;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** What was counted, in the text format of Prometheus. */
final class MetricsText {
  private static final int CLASSES = 6;

  private final ServiceStats stats;
  private final LongAdder[] answersByClass = new LongAdder[CLASSES];

  MetricsText(ServiceStats stats) {
    this.stats = stats;
    for (int i = 0; i < CLASSES; i++) {
      answersByClass[i] = new LongAdder();
    }
  }

  void answered(int status) {
    answersByClass[Math.min(CLASSES - 1, status / 100)].increment();
  }

  String text() {
    var out = new StringBuilder(4_096);
    gauge(out, "hosts", "Hosts known.", stats.hosts);
    gauge(out, "instances", "Instances that run or are reserved.", stats.instances);
    gauge(out, "reservations", "Reservations neither confirmed nor over.", stats.reservations);
    gauge(out, "instances_overdue", "Instances whose life is over, not ended.", stats.overdue);
    gauge(out, "waiting", "Requests that wait for room.", stats.waiting);
    gauge(out, "queue_length", "Requests that wait for their turn.", stats.queued);
    head(out, "placements_total", "counter", "Placements by what became of them.");
    counter(out, "placements_total{outcome=\"reserved\"}", stats.reserved.sum());
    counter(out, "placements_total{outcome=\"refused\"}", stats.refused.sum());
    counter(out, "placements_total{outcome=\"confirmed\"}", stats.confirmed.sum());
    counter(out, "placements_total{outcome=\"released\"}", stats.released.sum());
    counter(out, "placements_total{outcome=\"expired\"}", stats.expired.sum());
    head(out, "victims_total", "counter", "Instances marked to be ended.");
    counter(out, "victims_total", stats.victims.sum());
    head(out, "instances_ended_total", "counter", "Instances that were reported as ended.");
    counter(out, "instances_ended_total", stats.ended.sum());
    head(out, "lives_over_total", "counter", "Instances that reached their maxRunSeconds.");
    counter(out, "lives_over_total", stats.livesOver.sum());
    head(out, "http_answers_total", "counter", "Answers by class of status.");
    for (int i = 2; i < CLASSES; i++) {
      counter(out, "http_answers_total{status=\"" + i + "xx\"}", answersByClass[i].sum());
    }
    times(out, "decision_seconds", "Time to decide a placement.", stats.decisions);
    times(out, "commit_seconds", "Time to put the changes of a turn on disk.", stats.commits);
    times(out, "turn_seconds", "Time of a turn: decide, commit, answer.", stats.turns);
    return out.toString();
  }

  private static void head(StringBuilder out, String name, String type, String text) {
    String full = "windhover_placement_" + name;
    out.append("# HELP ").append(full).append(' ').append(text).append('\n');
    out.append("# TYPE ").append(full).append(' ').append(type).append('\n');
  }

  private static void counter(StringBuilder out, String name, long value) {
    out.append("windhover_placement_").append(name).append(' ').append(value).append('\n');
  }

  private static void gauge(StringBuilder out, String name, String text, long value) {
    head(out, name, "gauge", text);
    counter(out, name, value);
  }

  private static void times(StringBuilder out, String name, String text, Times times) {
    head(out, name, "histogram", text);
    long count = 0;
    for (int i = 0; i < times.buckets(); i++) {
      count += times.count(i);
      counter(out, name + "_bucket{le=\"" + times.seconds(i) + "\"}", count);
    }
    count += times.count(times.buckets());
    counter(out, name + "_bucket{le=\"+Inf\"}", count);
    out.append("windhover_placement_").append(name).append("_sum ");
    out.append(String.format(Locale.ROOT, "%.6f", times.sumSeconds())).append('\n');
    counter(out, name + "_count", count);
  }
}
