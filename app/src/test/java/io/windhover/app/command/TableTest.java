package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columnsThatDoNotFitFollowBelowWithTheFirstOneAgain() {
    List<String> head = new ArrayList<>(List.of("deadline"));
    List<String> row = new ArrayList<>(List.of("1h 30m"));
    for (int c = 0; c < 12; c++) {
      head.add("heading" + c);
      row.add("value" + c);
    }
    var out = new StringWriter();
    Table.printFolded(List.of(head, row), new PrintWriter(out, true));

    assertThat(out.toString().lines()).hasSize(5).allMatch(line -> line.length() <= 80);
    assertThat(out.toString()).contains("value0", "value11");
    assertThat(out.toString().lines().filter(line -> line.startsWith("deadline"))).hasSize(2);
  }

  @Test
  void whatAWorkerOffersIsBrokenIntoLines() {
    List<String> offers = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      offers.add("label" + i);
    }

    assertThat(Workers.offers(offers))
        .hasSizeGreaterThan(2)
        .allMatch(line -> line.length() <= 80)
        .first()
        .asString()
        .startsWith("  offers label0 ");
    assertThat(Workers.offers(List.of())).isEmpty();
  }
}
