package io.windhover.experiments.kestrel;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Sample;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What must hold in every month, and what the figures of the paper show. */
final class Promises {
  /** A small month has few workers and so more chance in its averages. */
  private static final double CLOSE = 0.1;

  private static final double CLOSE_SMALL = 0.2;

  /** Orders to VMs that have gone without a word, which nobody can know before they are missed. */
  private static final double UNSTARTED_SHARE = 0.05;

  private final Findings findings;
  private final List<Measured> months;
  private final Month month;
  private final double close;

  Promises(Findings findings, List<Measured> months) {
    this.findings = findings;
    this.months = months;
    this.month = months.get(0).month();
    this.close = month.goal() == Month.WHOLE.goal() ? CLOSE : CLOSE_SMALL;
  }

  void run() {
    nothingIsLost();
    theStoreIsSound();
    if (months.stream().allMatch(Measured::finished)) {
      asPublished();
      asTheFiguresShow();
    }
  }

  private void nothingIsLost() {
    int tasks = month.tasks() + month.laterTasks();
    all(
        "every task is recorded exactly once as succeeded",
        m -> m.finished() && m.ledger().never() == 0 && m.ledger().repeated() == 0,
        "%,d tasks in each of %d months".formatted(tasks, months.size()));
    all(
        "what is recorded was done, and is not ordered again",
        m -> m.ledger().untrue() == 0 && m.wrongs().isEmpty(),
        "every recorded success is that of a command that ended well; none was started twice");
    all(
        "who cleans up is given nothing",
        m -> m.orders() - m.starts() <= UNSTARTED_SHARE * m.orders(),
        "orders that never started: %s of %s"
            .formatted(range(m -> m.orders() - m.starts()), range(Measured::orders)));
    all(
        "managers are killed and come back from their store",
        m -> m.managersKilled() >= month.kills() / 2,
        "killed " + range(Measured::managersKilled));
    all(
        "messages are lost and doubled",
        m -> m.messagesLost() > 0 && m.messagesDoubled() > 0,
        "lost " + range(Measured::messagesLost) + ", doubled " + range(Measured::messagesDoubled));
  }

  private void theStoreIsSound() {
    all(
        "the journal is in order and replays to the same decisions",
        m -> m.ledger().disorder() == 0 && m.ledger().differing() == 0,
        "steps: " + range(m -> m.ledger().entries()));
    all(
        "a restart at the end would know the same",
        m -> m.ledger().restartKnows(),
        "jobs as recovered from the store equal those of the living manager");
    all(
        "queued, running and completed add up to requested at every look",
        m -> m.miscounts() == 0,
        "looks: " + range(m -> m.looks().size()));
  }

  private void asPublished() {
    double wished = 0.8 * month.goal();
    double workers = mean(m -> Phase.MAIN.looks(m, Watch.Look::online).mean());
    findings.check(
        "about %.0f workers on average".formatted(wished),
        near(workers, wished),
        "%s of %d wished for".formatted(one(workers), month.goal()));
    double hours = mean(Measured::cpuHours);
    double work = 5.0 * month.tasks();
    findings.check(
        "about %,.0f CPU hours".formatted(work),
        Math.abs(hours / work - 1) <= 0.02,
        one(hours) + " in recorded tasks");
    double days = mean(Measured::days);
    double usual = 2.0 * month.tunedAtMillis() / Month.DAY;
    findings.check(
        "the main run takes about %.0f days".formatted(usual),
        near(days, usual),
        one(days) + " days");
  }

  private boolean near(double ours, double wished) {
    return Math.abs(ours / wished - 1) <= close;
  }

  private void asTheFiguresShow() {
    // The few nodes of a small month each have six VMs, so it can be a few workers too many.
    double most = month.goal() == Month.WHOLE.goal() ? month.goal() : 1.1 * month.goal();
    all(
        "tuning raises the sustained number of workers (Figure 10)",
        m -> online(Phase.TUNED, m).percentile(10) > online(Phase.FIRST, m).mean(),
        "nine tenths of the time above the mean of the first half; means %s, then %s"
            .formatted(
                one(mean(m -> online(Phase.FIRST, m).mean())),
                one(mean(m -> online(Phase.TUNED, m).mean()))));
    all(
        "the goal of workers is not sustained (Figure 10)",
        m -> online(Phase.TUNED, m).median() < most,
        "median after tuning " + one(mean(m -> online(Phase.TUNED, m).median())));
    all(
        "bursts at first, steady after tuning (Figure 11)",
        m -> Figures.variation(Phase.FIRST, m) > 2 * Figures.variation(Phase.TUNED, m),
        "variation %s %%, then %s %%"
            .formatted(
                one(mean(m -> Figures.variation(Phase.FIRST, m))),
                one(mean(m -> Figures.variation(Phase.TUNED, m)))));
    all(
        "the event rate leaps with the tuning (Figure 12)",
        m -> Phase.rise(m) > 1.5,
        "%s times as many in the two days after as before".formatted(one(mean(Phase::rise))));
    all(
        "a second surge a week later (Figures 10 to 12)",
        m -> Phase.SECOND.looks(m, Watch.Look::executing).percentile(90) > month.goal() / 4.0,
        "%d tasks in %s days".formatted(month.laterTasks(), one(mean(Phase.SECOND::days))));
  }

  private static Sample online(Phase phase, Measured month) {
    return phase.looks(month, Watch.Look::online);
  }

  private void all(String name, Predicate<Measured> holds, String detail) {
    List<Long> broken = months.stream().filter(holds.negate()).map(Measured::seed).toList();
    findings.check(name, broken.isEmpty(), broken.isEmpty() ? detail : "not for seeds " + broken);
  }

  private double mean(ToDoubleFunction<Measured> what) {
    return Sample.of(months.stream().mapToDouble(what).toArray()).mean();
  }

  private String range(ToDoubleFunction<Measured> what) {
    Sample sample = Sample.of(months.stream().mapToDouble(what).toArray());
    double low = sample.percentile(0);
    double high = sample.percentile(100);
    return low == high
        ? String.format(Locale.ROOT, "%.0f", low)
        : String.format(Locale.ROOT, "%.0f to %.0f", low, high);
  }

  private static String one(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
