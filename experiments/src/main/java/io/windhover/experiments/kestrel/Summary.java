package io.windhover.experiments.kestrel;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The numbers the paper states, and what went wrong meanwhile. */
final class Summary {
  private static final String MONTH = "month";
  private static final String TROUBLE = "trouble";

  /** STAR's own farm could have given so many CPUs. */
  private static final int FARM_CPUS = 50;

  private final Findings findings;
  private final List<Measured> months;
  private final double scale;

  Summary(Findings findings, List<Measured> months) {
    this.findings = findings;
    this.months = months;
    this.scale = months.get(0).month().tasks() / (double) Month.WHOLE.tasks();
  }

  void run() {
    month();
    trouble();
  }

  private void month() {
    findings.section(
        MONTH,
        "the month in numbers",
        scale == 1
            ? "Published: over 80,000 tasks, over 400,000 CPU hours, 800 VMs on average, more than"
                + " 12 billion events, nearly 7 terabytes, a month."
            : "A small month: a fortieth of the tasks, a twentieth of the workers, half of the"
                + " time; published amounts are scaled alike.",
        "Inputs, not results: the work of a task (5 CPU hours, 150,000 events, 87.5 megabytes on"
            + " average) and the supply of machines, chosen so that workers, days and bursts come"
            + " near what was published; that they do says nothing about Kestrel. Results: that"
            + " nothing is lost on the way, and what the misfortune costs.",
        "Twenty times STAR's 50 CPUs is the goal of 1,000 workers over 50: 400,000 hours on 50"
            + " CPUs are 333 days, eleven times a month of 30.");
    row("tasks recorded as succeeded", 80_000, m -> m.ledger().recorded().get(0), "");
    row("CPU hours of recorded tasks", 400_000, Measured::cpuHours, "h");
    add(MONTH, "CPU hours in all, also lost", m -> m.tally().cpuMillis / Month.HOUR, "h");
    row("events", 12_000, m -> m.events() / 1e6, "million");
    row("output", 7, m -> StarWork.terabytes(m.cpuHours()), "TB");
    findings.row(
        draft(MONTH, "days of the main run", Measured::days, "days")
            .with(Published.value(2 * months.get(0).month().tunedAtMillis() / (double) Month.DAY)));
    findings.row(
        draft(MONTH, "recorded CPU hours of worker hours", Summary::used, "%")
            .with(Published.value(100 * 400_000 / (800 * 720.0))));
    if (scale == 1) {
      findings.row(
          draft(MONTH, "times faster than 50 CPUs", Summary::faster, "times")
              .with(Published.value(20)));
    }
  }

  private static double used(Measured month) {
    double workers = Phase.MAIN.looks(month, Watch.Look::online).mean();
    return 100 * month.cpuHours() / (workers * 24 * month.days());
  }

  private static double faster(Measured month) {
    return month.cpuHours() / FARM_CPUS / 24 / month.days();
  }

  private void trouble() {
    findings.section(
        TROUBLE,
        "what went wrong meanwhile",
        "Of a month and its second run. Nobody published these; all of it is ours.");
    add(TROUBLE, "managers killed and recovered", m -> m.managersKilled(), "");
    add(TROUBLE, "sites cut off for 10 or 45 minutes", m -> m.sitesCutOff(), "");
    add(TROUBLE, "nodes out of memory", m -> m.tally().nodesBroken, "");
    add(TROUBLE, "nodes at their wall of three days", m -> m.tally().nodesExpired, "");
    add(TROUBLE, "nodes taken back by their owners", m -> m.tally().nodesPreempted, "");
    add(TROUBLE, "VMs booted, first or after a cleanup", m -> m.tally().boots, "");
    add(TROUBLE, "orders that never started", m -> m.orders() - m.starts(), "");
    add(TROUBLE, "commands started", m -> m.starts(), "");
    add(TROUBLE, "commands lost with their VM", m -> m.tally().lostCommands, "");
    add(TROUBLE, "commands that failed", m -> m.tally().failedCommands, "");
    add(TROUBLE, "commands ended on given-up workers", m -> m.tally().stoppedCommands, "");
    add(TROUBLE, "reports that came too late", m -> m.ledger().outcome("late"), "");
    add(TROUBLE, "messages", m -> m.messages() / 1e6, "million");
    add(TROUBLE, "messages lost", m -> 100.0 * m.messagesLost() / m.messages(), "%");
    add(TROUBLE, "messages doubled", m -> 100.0 * m.messagesDoubled() / m.messages(), "%");
    add(TROUBLE, "steps in the journal", m -> m.ledger().entries(), "");
  }

  private void row(String metric, double published, ToDoubleFunction<Measured> what, String unit) {
    findings.row(draft(MONTH, metric, what, unit).with(Published.value(scale * published)));
  }

  private void add(String figure, String metric, ToDoubleFunction<Measured> what, String unit) {
    findings.row(draft(figure, metric, what, unit));
  }

  private Row draft(String figure, String metric, ToDoubleFunction<Measured> what, String unit) {
    Sample sample = Sample.of(months.stream().mapToDouble(what).toArray());
    return Row.of(figure, Phase.MAIN.text, KestrelPaper.OURS, metric, sample, unit);
  }
}
