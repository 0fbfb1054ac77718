package io.windhover.app.command;

import io.windhover.app.simulate.CostBound;
import io.windhover.app.simulate.References;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.Market;
import io.windhover.core.words.Counted;
import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.Span;
import io.windhover.simulator.record.TaskRecord;
import io.windhover.simulator.record.VmRecord;
import io.windhover.workload.Durations;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** A simulated run for people. */
final class SimulateText {
  private SimulateText() {}

  static void print(SimulateReport shown, PrintWriter out) {
    RunRecord run = shown.record();
    long deadlineMillis = shown.job().deadline().atMillis(0);
    boolean due = deadlineMillis != Deadline.NEVER_MILLIS;
    out.printf(
        "%s: %s%s, policy %s, seed %d%n",
        shown.scenario().name(),
        Words.tasks(shown.job().taskCount()),
        due ? " within " + Durations.format(deadlineMillis) : "",
        shown.policy().name(),
        shown.seed());
    out.printf("done after %s%s%n%n", Durations.format(run.makespanMillis()), slack(run, due));
    costs(run, shown.references(), out);
    out.println();
    vms(run, out);
    events(shown, out);
  }

  private static String slack(RunRecord run, boolean due) {
    if (!due) {
      return "";
    }
    long left = run.jobs().get(0).deadlineAtMillis() - run.jobs().get(0).endedAtMillis();
    return ", "
        + Durations.format(Math.abs(left))
        + (left >= 0 ? " before the deadline" : " AFTER THE DEADLINE");
  }

  private static void costs(RunRecord run, References references, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("cost", SimulateReport.dollars(run.costNanos()), ""));
    if (run.storageNanos() > 0) {
      rows.add(
          List.of("  of it storage of frozen VMs", SimulateReport.dollars(run.storageNanos()), ""));
    }
    compare(rows, "on-demand only, paid by the cycle", references.onDemandCycleNanos(), run);
    compare(rows, "on-demand only, released at once", references.onDemandReleaseNanos(), run);
    bound(rows, references.bound(), run);
    Table.print(rows, out);
  }

  private static void compare(
      List<List<String>> rows, String what, OptionalLong nanos, RunRecord run) {
    if (nanos.isEmpty() || nanos.getAsLong() == 0) {
      return;
    }
    double share = 100.0 * run.costNanos() / nanos.getAsLong() - 100;
    rows.add(
        List.of(
            what,
            SimulateReport.dollars(nanos.getAsLong()),
            String.format(
                Locale.ROOT, "%.1f %% %s", Math.abs(share), share <= 0 ? "saved" : "above")));
  }

  /** A run that is late may cost less than any run in time. */
  private static void bound(List<List<String>> rows, CostBound bound, RunRecord run) {
    if (bound.noneInTime()) {
      rows.add(List.of("no schedule is in time", "", ""));
      return;
    }
    double share = 100 * bound.times(run.costNanos()).orElse(0.0) - 100;
    rows.add(
        List.of(
            "no schedule in time costs less than",
            SimulateReport.dollars(bound.nanos().orElseThrow()),
            share < 0 ? "" : String.format(Locale.ROOT, "%.1f %% above", share)));
  }

  /** The machines of a type and market together. */
  private static final class Kind {
    boolean spot;
    int count;
    long upMillis;
    long frozenMillis;
    int tasks;
    long costNanos;
  }

  private static void vms(RunRecord run, PrintWriter out) {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    Map<Integer, Kind> byId = new LinkedHashMap<>();
    int refused = 0;
    for (VmRecord vm : run.vms()) {
      if (!vm.cameUp()) {
        refused++;
        continue;
      }
      String name = vm.type() + " " + vm.market().map(Market::text).orElse("own");
      Kind kind = kinds.computeIfAbsent(name, n -> new Kind());
      byId.put(vm.id(), kind);
      long frozen = vm.frozen().stream().mapToLong(Span::millis).sum();
      kind.count++;
      kind.spot = vm.isSpot();
      kind.frozenMillis += frozen;
      kind.upMillis += vm.endedAtMillis() - vm.readyAtMillis() - frozen;
      kind.costNanos += vm.costNanos();
    }
    for (TaskRecord task : run.tasks()) {
      for (AttemptRecord attempt : task.attempts()) {
        Kind kind = byId.get(attempt.machine());
        if (kind != null && attempt.outcome() == AttemptRecord.Outcome.FINISHED) {
          kind.tasks++;
        }
      }
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("VMs", "count", "up", "frozen", "finished", "cost"));
    kinds.forEach(
        (name, kind) ->
            rows.add(
                List.of(
                    name,
                    Words.number(kind.count),
                    Durations.format(kind.upMillis),
                    kind.spot ? Durations.format(kind.frozenMillis) : "-",
                    Words.tasks(kind.tasks),
                    SimulateReport.dollars(kind.costNanos))));
    Table.print(rows, out);
    if (refused > 0) {
      out.println(Words.number(refused) + " more never came up");
    }
  }

  /** What does not happen in this market, and did not, is not worth a line. */
  private static void events(SimulateReport shown, PrintWriter out) {
    RunRecord run = shown.record();
    boolean hibernates = MarketEvents.HIBERNATIONS.possible(shown.scenario());
    List<String> lines = new ArrayList<>();
    if (MarketEvents.HIBERNATIONS.told(shown.scenario(), run.hibernations())) {
      lines.add("hibernations  " + hibernations(run));
    }
    if (MarketEvents.TERMINATIONS.told(shown.scenario(), run.terminations())) {
      lines.add("terminations  " + (run.terminations() == 0 ? "none" : run.terminations()));
    }
    if (MarketEvents.NOTICES.told(shown.scenario(), run.notices())) {
      lines.add("notices       " + (run.notices() == 0 ? "none" : run.notices()));
    }
    long idle = run.tally("migrations.idle");
    long busy = run.tally("migrations.busy");
    long onDemand = run.tally("migrations.onDemand");
    if (hibernates || idle + busy + onDemand > 0) {
      lines.add(
          "migrations    %d to idle VMs, %d to busy ones, %d to new on-demand ones"
              .formatted(idle, busy, onDemand));
    }
    if (hibernates || run.tally("stealCalls") > 0) {
      lines.add(
          "steals        %d of %s succeeded"
              .formatted(
                  run.tally("stealsSucceeded"), Counted.of(run.tally("stealCalls"), "call")));
    }
    if (hibernates || run.checkpoints() + run.recoveries() > 0) {
      lines.add("checkpoints   " + checkpoints(run));
    }
    if (!lines.isEmpty()) {
      out.println();
      lines.forEach(out::println);
    }
  }

  private static String hibernations(RunRecord run) {
    return run.hibernations() == 0
        ? "none"
        : "%d of VMs in %d of types, %s each on average; %d resumed before the trigger"
            .formatted(
                run.hibernations(),
                run.freezes(),
                Durations.format(run.meanHibernationMillis()),
                run.tally("resumesBeforeTrigger"));
  }

  private static String checkpoints(RunRecord run) {
    String saved =
        run.cpuSavedMillis() == 0
            ? ""
            : ", " + Durations.format(run.cpuSavedMillis()) + " of work not done again";
    return "%d written, %d used%s".formatted(run.checkpoints(), run.recoveries(), saved);
  }
}
