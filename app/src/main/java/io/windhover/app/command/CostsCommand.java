package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.IsoTime;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.RentedSoFar;
import io.windhover.core.model.Money;
import io.windhover.core.step.LeaseBill;
import io.windhover.core.words.Counted;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What was paid, and what for. */
@Command(
    name = "costs",
    description = {
      "Adds up what the rented machines of a run or of a pool's manager have cost, and what for,"
          + " while it works and afterwards.",
      "",
      "The cost of a machine is split by the time of its cores: useful (attempts that succeeded,"
          + " what checkpoints have kept, what runs), lost work (attempts that failed, were stopped"
          + " or ended with their machine), boot (charged before it could take work), idle (the"
          + " rest); hibernated is what was charged while it was frozen."
    },
    footer = {
      "",
      "Examples:",
      "  windhover costs                       of the newest run here, by job",
      "  windhover costs --by market           spot beside on-demand",
      "  windhover costs --by machine --dir /srv/pool/manager",
      "  windhover costs --json                every lease; see windhover schema costs"
    })
public final class CostsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private StateOptions options;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      description = "Tell costs apart by job (the default), type, market or machine.")
  private CostGroups.By by = CostGroups.By.JOB;

  /** Dollars as JSON shows them. */
  record ShownSum(
      @Nullable String name,
      int leases,
      int open,
      double cost,
      double useful,
      double lost,
      double boot,
      double idle,
      double hibernated) {
    static ShownSum of(@Nullable String name, CostGroups.Sum sum) {
      return new ShownSum(
          name,
          sum.leases(),
          sum.open(),
          SimulateJson.dollars(sum.cost()),
          SimulateJson.dollars(sum.useful()),
          SimulateJson.dollars(sum.lost()),
          SimulateJson.dollars(sum.boot()),
          SimulateJson.dollars(sum.idle()),
          SimulateJson.dollars(sum.frozen()));
    }
  }

  /** What one job had of a lease. */
  record ShownJob(
      int job,
      String name,
      double useful,
      double lost,
      double usefulCoreSeconds,
      double lostCoreSeconds) {
    static ShownJob of(LeaseBill.JobShare share) {
      return new ShownJob(
          share.job(),
          share.name(),
          SimulateJson.dollars(share.useful().nanos()),
          SimulateJson.dollars(share.lost().nanos()),
          Json.seconds(share.useful().coreMillis()),
          Json.seconds(share.lost().coreMillis()));
    }
  }

  /** One lease as JSON shows it. */
  record ShownLease(
      String lease,
      int machine,
      String offer,
      @Nullable String type,
      String market,
      int cores,
      double pricePerHour,
      boolean open,
      String asked,
      @Nullable String ready,
      @Nullable String since,
      @Nullable String ended,
      double hibernatedSeconds,
      double bootCoreSeconds,
      double idleCoreSeconds,
      double cost,
      double boot,
      double idle,
      double hibernated,
      List<ShownJob> jobs) {
    static ShownLease of(LeaseBill bill) {
      return new ShownLease(
          bill.lease(),
          bill.machine(),
          bill.offer(),
          bill.type().isEmpty() ? null : bill.type(),
          bill.market().text(),
          bill.cores(),
          SimulateJson.dollars(bill.pricePerHourNanos()),
          bill.isOpen(),
          String.valueOf(IsoTime.of(bill.requestedAtMillis())),
          IsoTime.of(bill.readyAtMillis()),
          IsoTime.of(bill.chargedSinceMillis()),
          IsoTime.of(bill.endedAtMillis()),
          Json.seconds(bill.frozenMillis()),
          Json.seconds(bill.boot().coreMillis()),
          Json.seconds(bill.idle().coreMillis()),
          SimulateJson.dollars(bill.costNanos()),
          SimulateJson.dollars(bill.boot().nanos()),
          SimulateJson.dollars(bill.idle().nanos()),
          SimulateJson.dollars(bill.hibernated().nanos()),
          bill.jobs().stream().map(ShownJob::of).toList());
    }
  }

  private record Shown(
      String asOf, List<ShownLease> leases, ShownSum total, String by, List<ShownSum> groups) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (OpenRun run = options.open()) {
      RentedSoFar rented = RentedSoFar.of(run, run.nowMillis());
      if (options.json) {
        out.println(Json.line(shown(rented)));
      } else if (rented.bills().isEmpty()) {
        out.println("nothing was ever rented here");
      } else {
        print(rented, out);
      }
      MachinesCommand.warnOfOpen(rented, spec.commandLine().getErr());
    }
    return ExitCode.DONE.number();
  }

  private Shown shown(RentedSoFar rented) {
    List<ShownSum> groups = new ArrayList<>();
    CostGroups.by(by, rented.bills()).forEach((name, sum) -> groups.add(ShownSum.of(name, sum)));
    return new Shown(
        String.valueOf(IsoTime.of(rented.asOfMillis())),
        rented.bills().stream().map(ShownLease::of).toList(),
        ShownSum.of(null, CostGroups.total(rented.bills())),
        word(),
        groups);
  }

  private String word() {
    return by.name().toLowerCase(Locale.ROOT);
  }

  private void print(RentedSoFar rented, PrintWriter out) {
    CostGroups.Sum total = CostGroups.total(rented.bills());
    List<String> wasted = part("wasted", total.cost() - total.useful(), total);
    out.printf(
        "%s for %s%s; wasted %s (%s)%n",
        Money.text(total.cost()),
        Counted.of(total.leases(), "lease"),
        total.open() == 0
            ? ", all ended"
            : ", %s open at %s"
                .formatted(Words.number(total.open()), IsoTime.of(rented.asOfMillis())),
        wasted.get(1),
        wasted.get(2));
    out.println();
    List<List<String>> parts = new ArrayList<>();
    parts.add(part("useful", total.useful(), total));
    parts.add(part("lost work", total.lost(), total));
    parts.add(part("boot", total.boot(), total));
    parts.add(part("idle", total.idle(), total));
    parts.add(part("hibernated", total.frozen(), total));
    Table.print(parts, out);
    out.println();
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(word(), "leases", "cost", "useful", "lost work", "boot", "idle", "hibernated"));
    for (Map.Entry<String, CostGroups.Sum> group : CostGroups.by(by, rented.bills()).entrySet()) {
      rows.add(cells(group.getKey(), group.getValue()));
    }
    Table.printFolded(rows, out);
  }

  private static List<String> part(String name, long nanos, CostGroups.Sum total) {
    double share = total.cost() == 0 ? 0 : 100.0 * nanos / total.cost();
    return List.of(name, Money.text(nanos), String.format(Locale.ROOT, "%.1f %%", share));
  }

  private static List<String> cells(String name, CostGroups.Sum sum) {
    return List.of(
        name,
        Words.number(sum.leases()),
        Money.text(sum.cost()),
        Money.text(sum.useful()),
        Money.text(sum.lost()),
        Money.text(sum.boot()),
        Money.text(sum.idle()),
        Money.text(sum.frozen()));
  }
}
