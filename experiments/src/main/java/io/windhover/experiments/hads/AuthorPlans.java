package io.windhover.experiments.hads;

import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import io.windhover.experiments.hads.AuthorData.Place;
import io.windhover.experiments.hads.AuthorData.PlannedMachine;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.policies.bag.plan.AuthorsPlanner;
import io.windhover.policies.bag.plan.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Our reading of the authors' primary scheduler beside the plans that their program made. */
final class AuthorPlans {
  private static final String FIGURE = "author-plans";
  private static final String POLICY = "hads-authors";

  private static final String CHECK =
      "hads-authors reproduces every row of reference_cc.csv (23 plans and one refusal)";

  private static final int PLANS = 23;
  private static final int REFUSALS = 1;

  private static final double MICRO_DOLLAR = 1e-6;
  private static final double MILLIS = 1000;

  private final Findings findings;
  private final AuthorData data;
  private final List<String> differences = new ArrayList<>();
  private int plans;
  private int refusals;
  private int placements;

  private AuthorPlans(Findings findings, AuthorData data) {
    this.findings = findings;
    this.data = data;
  }

  static void run(Findings findings, Optional<Path> data) {
    if (data.isEmpty()) {
      findings.note(FIGURE + ", the plans of the authors' own program: NOT RUN (no --data DIR)");
      return;
    }
    new AuthorPlans(findings, new AuthorData(data.get())).compare();
  }

  private void compare() {
    findings.section(
        FIGURE,
        "plans of the authors' own program, made again",
        "Two jobs of the authors' repository, 552 (80 tasks) and 553 (100 tasks), at twelve"
            + " deadlines. Beside D_spot, makespan, cost and mix of machines every placement is"
            + " compared: machine, core, start and end of each task.",
        "Reading: authors (D_spot from the n shortest tasks on the cheapest on-demand type, without"
            + " alpha), not the algorithm as printed.");
    for (ReferencePlan reference : data.references()) {
      compare(reference);
    }
    boolean ok = differences.isEmpty() && plans == PLANS && refusals == REFUSALS;
    String first = differences.isEmpty() ? "" : "; first: " + differences.get(0);
    findings.check(
        CHECK,
        ok,
        "%d plans, %d refusals, %d placements compared, %d differences%s"
            .formatted(plans, refusals, placements, differences.size(), first));
  }

  private void compare(ReferencePlan reference) {
    String situation = "%s/D%d".formatted(reference.job(), reference.deadlineSeconds());
    List<Offer> offers = data.offers(reference.job(), reference.spotPrices());
    Optional<Plan> plan =
        new AuthorsPlanner()
            .plan(data.tasks(reference.job()), offers, reference.deadlineSeconds() * 1000);
    if (reference.outcome() instanceof ReferencePlan.Planned expected) {
      plans++;
      if (plan.isPresent()) {
        numbers(situation, expected, plan.get(), offers);
        placements(situation, data.map(reference.job(), reference.deadlineSeconds()), plan.get());
      } else {
        differences.add(situation + ": refused, the authors have a plan");
      }
    } else {
      refusals++;
      double machines = plan.map(p -> p.machines().size()).orElse(0);
      row(situation, "machines (0: refused)", 0, machines, "", 0);
    }
  }

  private void numbers(
      String situation, ReferencePlan.Planned expected, Plan plan, List<Offer> offers) {
    double exact = 1 / MILLIS;
    row(
        situation,
        "D_spot seconds",
        expected.spotLimitSeconds(),
        plan.spotLimitMillis() / MILLIS,
        "",
        exact);
    row(
        situation,
        "makespan seconds",
        expected.makespanSeconds(),
        plan.makespanMillis() / MILLIS,
        "",
        exact);
    row(
        situation,
        "cost",
        expected.costDollars(),
        dollars(plan, machine -> price(machine.offer())),
        "USD",
        MICRO_DOLLAR);
    row(
        situation,
        "cost if on demand",
        expected.onDemandCostDollars(),
        dollars(plan, machine -> price(onDemand(machine.offer(), offers))),
        "USD",
        MICRO_DOLLAR);
    String mix = mix(plan);
    if (!mix.equals(expected.machines())) {
      differences.add("%s: machines %s, not %s".formatted(situation, mix, expected.machines()));
    }
  }

  private void row(
      String situation, String metric, double theirs, double ours, String unit, double tolerance) {
    findings.row(
        Row.of(FIGURE, situation, POLICY, metric, ours, unit)
            .with(Published.value(theirs))
            .with("reading", "authors"));
    if (!(Math.abs(ours - theirs) <= tolerance)) {
      differences.add("%s: %s %s, not %s".formatted(situation, metric, ours, theirs));
    }
  }

  /** Each machine is paid from the start of the plan to the end of its last task. */
  private static double dollars(Plan plan, ToDoubleFunction<Plan.Machine> pricePerHour) {
    double sum = 0;
    for (Plan.Machine machine : plan.machines()) {
      sum += pricePerHour.applyAsDouble(machine) / 3600 * (machine.endMillis() / MILLIS);
    }
    return sum;
  }

  private static double price(Offer offer) {
    return (double) offer.machine().pricePerHourNanos() / Money.NANOS_PER_DOLLAR;
  }

  private static Offer onDemand(Offer offer, List<Offer> offers) {
    return offers.stream()
        .filter(other -> !other.isSpot())
        .filter(other -> other.machine().type().equals(offer.machine().type()))
        .findFirst()
        .orElse(offer);
  }

  private static String mix(Plan plan) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    plan.machines().forEach(machine -> counts.merge(kind(machine), 1, Integer::sum));
    return counts.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(";"));
  }

  private static String kind(Plan.Machine machine) {
    return machine.offer().machine().type() + "/" + AuthorData.name(machine.offer().market());
  }

  private void placements(String situation, List<PlannedMachine> theirs, Plan plan) {
    List<PlannedMachine> missing = new ArrayList<>(theirs);
    for (Plan.Machine machine : plan.machines()) {
      PlannedMachine ours = new PlannedMachine(kind(machine), new TreeSet<>());
      for (Plan.Slot slot : machine.slots()) {
        ours.places()
            .add(
                new Place(
                    slot.task().id().index(), slot.core(), slot.startMillis(), slot.endMillis()));
      }
      placements += ours.places().size();
      if (!missing.remove(ours)) {
        differences.add("%s: the authors have no %s".formatted(situation, ours));
      }
    }
    for (PlannedMachine machine : missing) {
      differences.add("%s: only the authors have %s".formatted(situation, machine));
    }
  }
}
