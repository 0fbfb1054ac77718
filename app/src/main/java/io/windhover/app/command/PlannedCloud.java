package io.windhover.app.command;

import io.windhover.app.cloud.CloudSite;
import io.windhover.app.cloud.CloudSources;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import io.windhover.workload.scenario.Catalogue;
import io.windhover.workload.scenario.CloudFile;
import io.windhover.workload.scenario.MarketChoice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a cloud file says to a plan.
 *
 * @param catalogue what could be rented, within the file's limit of machines
 * @param market what befalls spot machines; empty where nobody but the source knows
 * @param notes limits that a plan does not reckon with, a line each
 */
record PlannedCloud(Catalogue catalogue, Optional<MarketChoice> market, List<String> notes) {
  /** Reads a file; a source that alone knows what it offers is asked. */
  static PlannedCloud of(Path file) {
    CloudFile cloud = CloudOption.read(file);
    List<Offer> offers =
        cloud
            .catalogue()
            .map(Catalogue::offers)
            .orElseGet(() -> CloudSite.offers(cloud, CloudSources.of(cloud)));
    List<Offer> limited = offers.stream().map(offer -> limited(offer, cloud.limits())).toList();
    boolean told = cloud.source().equals(CloudFile.LOCAL);
    return new PlannedCloud(
        new Catalogue(cloud.name(), limited, Optional.empty()),
        told ? Optional.of(cloud.market()) : Optional.empty(),
        notes(cloud));
  }

  private static Offer limited(Offer offer, Limits limits) {
    int most = limits.machines();
    return most == 0 ? offer : offer.limited(Math.min(offer.limit(), most));
  }

  private static List<String> notes(CloudFile cloud) {
    Limits limits = cloud.limits();
    List<String> notes = new ArrayList<>();
    if (cloud.harvest().isPresent()) {
      notes.add("harvest: machines grow and shrink, which this plan does not reckon with");
    }
    if (limits.moneyNanos() > 0) {
      notes.add(
          "limits.money is %s: what costs more is not rented, which this plan does not reckon with"
              .formatted(Money.text(limits.moneyNanos())));
    }
    if (limits.moneyPerHourNanos() > 0 || limits.ageMillis() > 0) {
      notes.add(
          "limits.%s is not reckoned with: a run keeps to it, and may take longer"
              .formatted(limits.moneyPerHourNanos() > 0 ? "moneyPerHour" : "age"));
    }
    return notes;
  }
}
