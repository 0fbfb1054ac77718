package io.windhover.workload.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.Billing;
import io.windhover.core.model.Offer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a catalogue says about periods and about when the meter starts. */
class BillingTermsTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root", ".."), "examples", "scenarios");
  private static final String TYPES = "types: [{name: a, cores: 1, prices: {on-demand: 0.1}}]\n";

  @TempDir private Path folder;

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("c.yaml"), text);
  }

  private List<Billing> billing(String text) throws Exception {
    return CatalogueReader.read(write(text)).offers().stream().map(Offer::billing).toList();
  }

  @Test
  void whatIsNotSaidIsAsItWas() throws Exception {
    assertThat(billing(TYPES)).containsExactly(new Billing(60_000, 0, 0, false));
  }

  @Test
  void hoursFromTheRequestHaveTheStartUpOnTheMeter() throws Exception {
    String hours = "startUp: 6m30s\nbillingPeriod: 1h\nbilledFrom: request\n";

    assertThat(billing(hours + TYPES)).containsExactly(Billing.perPeriod(3_600_000));
  }

  @Test
  void aTypeMaySayOtherwise() throws Exception {
    String text =
        """
        billingPeriod: 1h
        billedFrom: request
        types:
          - {name: a, cores: 1, prices: {on-demand: 0.1}}
          - {name: b, cores: 1, prices: {on-demand: 0.1}, billingPeriod: 1s, billedFrom: ready}
        """;

    assertThat(billing(text))
        .containsExactly(Billing.perPeriod(3_600_000), new Billing(60_000, 0, 1000, false));
  }

  @Test
  void aStartUpThatWouldBePaidTwiceIsRefused() throws Exception {
    Path file = write("billedFrom: request\nbilledStartUp: 1m\n" + TYPES);

    assertThatThrownBy(() -> CatalogueReader.read(file))
        .hasMessage(
            file
                + ":2: billedStartUp: would be paid twice, as the meter starts with the request;"
                + " expected 0s, or billedFrom: ready");
  }

  @Test
  void theCataloguesOfTheScsPaperDifferInTheirPeriodAlone() throws Exception {
    List<Offer> hours = CatalogueReader.read(EXAMPLES.resolve("scs-2011.yaml")).offers();
    List<Offer> seconds = CatalogueReader.read(EXAMPLES.resolve("scs-per-second.yaml")).offers();

    assertThat(hours).hasSize(4).allMatch(o -> o.billing().equals(Billing.perPeriod(3_600_000)));
    assertThat(seconds).hasSize(4).allMatch(o -> o.billing().equals(Billing.perPeriod(1000)));
    assertThat(hours).allMatch(offer -> offer.startUpMillis() == 390_000);
    assertThat(seconds.stream().map(Offer::machine).toList())
        .isEqualTo(hours.stream().map(Offer::machine).toList());
  }
}
