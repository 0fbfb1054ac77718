package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.cloud.CloudMarks;
import io.windhover.app.cloud.SourceMaker;
import io.windhover.capacity.SourceFailure;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import io.windhover.workload.Durations;
import io.windhover.workload.scenario.CloudFile;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what can be rented from a cloud now. */
@Command(
    name = "offers",
    sortOptions = false,
    description = "Prints what can be rented from a cloud now, and at which price.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover cloud offers examples/clouds/local.yaml",
      "  windhover cloud offers examples/clouds/local.yaml --json",
      "",
      "Exit codes: 0 printed; 2 bad input, also of a hook; 3 the source does not answer."
    })
public final class CloudOffers implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private CloudChoice choice;

  private record Shown(List<ShownOffer> offers) {}

  private record ShownOffer(
      String name,
      String type,
      String market,
      int cores,
      BigDecimal pricePerHour,
      int limit,
      double startUpSeconds) {
    static ShownOffer of(Offer offer) {
      return new ShownOffer(
          offer.name(),
          offer.machine().type(),
          offer.market().text(),
          offer.machine().cores(),
          BigDecimal.valueOf(offer.machine().pricePerHourNanos(), 9),
          Math.min(offer.limit(), offer.marketLimit()),
          offer.startUpMillis() / 1000.0);
    }
  }

  @Override
  public Integer call() {
    CloudFile cloud = choice.read();
    List<Offer> offers;
    try (SourceMaker.Opened opened =
        CloudChoice.maker(cloud).open(cloud, SourceMaker.Use.looking(CloudMarks.ANY))) {
      offers = opened.source().offers();
    } catch (SourceFailure e) {
      throw CloudChoice.failure(cloud, e);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (choice.json) {
      out.println(Json.line(new Shown(offers.stream().map(ShownOffer::of).toList())));
    } else {
      offers.forEach(offer -> out.println(line(offer)));
    }
    out.flush();
    return ExitCode.DONE.number();
  }

  private static String line(Offer offer) {
    return "%s: %d cores, %s an hour, up to %,d at once, there after %s"
        .formatted(
            offer.name(),
            offer.machine().cores(),
            Money.text(offer.machine().pricePerHourNanos()),
            Math.min(offer.limit(), offer.marketLimit()),
            Durations.format(offer.startUpMillis()));
  }
}
