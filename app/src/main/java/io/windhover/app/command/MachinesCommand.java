package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.IsoTime;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.RentedSoFar;
import io.windhover.core.model.Money;
import io.windhover.core.step.LeaseBill;
import io.windhover.core.words.Counted;
import io.windhover.workload.Durations;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is rented. */
@Command(
    name = "machines",
    description = {
      "Lists the machines that a run or a pool's manager has rented, while it works and"
          + " afterwards: how each stands, since when it is charged for, what it has cost.",
      "",
      "States: asked for, ready, hibernated (frozen by its provider), away (its connection broke),"
          + " draining (gets nothing new), ending (given back or lost, and still charged for)."
    },
    footer = {
      "",
      "Examples:",
      "  windhover machines               what the newest run here has rented now",
      "  windhover machines --all         with those that have ended",
      "  windhover machines --json        for programs; see windhover schema machines",
      "  windhover machines --dir /srv/pool/manager"
    })
public final class MachinesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private StateOptions options;

  @Option(names = "--all", description = "List the machines whose leases have ended, too.")
  private boolean all;

  /** One machine as JSON shows it. */
  record ShownMachine(
      int machine,
      String lease,
      String offer,
      @Nullable String type,
      String market,
      int cores,
      String state,
      String asked,
      @Nullable String ready,
      @Nullable String since,
      @Nullable String ended,
      double ageSeconds,
      double pricePerHour,
      double cost,
      int tasks) {
    static ShownMachine of(LeaseBill bill, RentedSoFar rented) {
      return new ShownMachine(
          bill.machine(),
          bill.lease(),
          bill.offer(),
          bill.type().isEmpty() ? null : bill.type(),
          bill.market().text(),
          bill.cores(),
          rented.state(bill),
          String.valueOf(IsoTime.of(bill.requestedAtMillis())),
          IsoTime.of(bill.readyAtMillis()),
          IsoTime.of(bill.chargedSinceMillis()),
          IsoTime.of(bill.endedAtMillis()),
          Json.seconds(rented.ageMillis(bill)),
          SimulateJson.dollars(bill.pricePerHourNanos()),
          SimulateJson.dollars(bill.costNanos()),
          rented.tasks(bill));
    }
  }

  private record Shown(String asOf, List<ShownMachine> machines) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (OpenRun run = options.open()) {
      RentedSoFar rented = RentedSoFar.of(run, run.nowMillis());
      List<LeaseBill> shown = rented.bills().stream().filter(bill -> all || bill.isOpen()).toList();
      if (options.json) {
        String asOf = String.valueOf(IsoTime.of(rented.asOfMillis()));
        out.println(
            Json.line(
                new Shown(
                    asOf, shown.stream().map(bill -> ShownMachine.of(bill, rented)).toList())));
      } else if (rented.bills().isEmpty()) {
        out.println("nothing was ever rented here");
      } else if (shown.isEmpty()) {
        out.printf(
            "no machine is rented now; %s ended, which --all lists%n",
            Counted.of(rented.bills().size(), "lease has", "leases have"));
      } else {
        print(shown, rented, out);
      }
      warnOfOpen(rented, spec.commandLine().getErr());
    }
    return ExitCode.DONE.number();
  }

  /** Nobody here ends what is open when nobody works on it. */
  static void warnOfOpen(RentedSoFar rented, PrintWriter err) {
    if (rented.isAnyOpen() && !rented.live()) {
      err.printf(
          "windhover: nobody works on this state; what was rented at %s may still be charged for%n",
          IsoTime.of(rented.asOfMillis()));
    }
  }

  private static void print(List<LeaseBill> bills, RentedSoFar rented, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("machine", "type", "market", "state", "age", "per hour", "cost", "tasks"));
    for (LeaseBill bill : bills) {
      rows.add(
          List.of(
              Integer.toString(bill.machine()),
              CostGroups.type(bill),
              bill.market().text(),
              rented.state(bill),
              Durations.format(rented.ageMillis(bill) / 1000 * 1000),
              Money.text(bill.pricePerHourNanos()),
              Money.text(bill.costNanos()),
              Words.number(rented.tasks(bill))));
    }
    List<String> lines = Table.lines(rows);
    out.println(lines.get(0));
    for (int i = 0; i < bills.size(); i++) {
      LeaseBill bill = bills.get(i);
      out.println(lines.get(i + 1));
      out.printf(
          "  lease %s, %s%n",
          bill.lease(),
          bill.chargedSinceMillis() < 0
              ? "nothing charged"
              : "charged since " + Objects.toString(IsoTime.of(bill.chargedSinceMillis())));
    }
  }
}
