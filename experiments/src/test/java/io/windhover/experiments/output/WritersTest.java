package io.windhover.experiments.output;

import static io.windhover.experiments.paper.Row.NOTHING_TO_COUNT;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Pictures;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Section;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WritersTest {
  private final Report report = SampleReport.make(true);

  @Test
  void jsonIsOneObjectOfTheAgreedShape() {
    assertThat(JsonReport.of(report, "abc", 12.3))
        .isEqualTo(
            """
            {"paper":"sample","commit":"abc","seeds":7,"wallSeconds":12.3,"rows":[\
            {"figure":"table10","case":"J60/sc1","policy":"hads",\
            "metric":"cost reduction percent","paper":54.52,"ours":58.1,"p10":49,"p90":66.25,\
            "unit":"%"},\
            {"figure":"table10","case":"J60, \\"sc2\\"","policy":"hads","metric":"cost",\
            "paper":{"low":9.8,"high":40.4},"ours":20,"p10":null,"p90":null,"unit":"USD",\
            "baseline":"cycle","startUpBilledSeconds":60},\
            {"figure":"figure2","case":"24 hosts","policy":"one-pass",\
            "metric":"time per request","paper":null,"ours":0.333333,"p10":null,"p90":null,\
            "unit":"us"}],\
            "checks":[{"name":"no deadline missed","ok":true,"detail":"2800 runs, 0 late"}],\
            "notes":["real cluster: NOT RUN"]}\
            """);
  }

  @Test
  void csvHasAColumnForEveryKey() {
    assertThat(CsvReport.of(report.rowsOf(report.sections().get(0)).toList()))
        .isEqualTo(
            """
            figure,case,policy,metric,paperLow,paperHigh,ours,p10,p90,unit,verdict,baseline,\
            startUpBilledSeconds
            table10,J60/sc1,hads,cost reduction percent,54.52,54.52,58.1,49,66.25,%,\
            "higher, published value within our spread",,
            table10,"J60, ""sc2""\",hads,cost,9.8,40.4,20,,,USD,as published,cycle,60
            """);
  }

  @Test
  void theTerminalShowsPublishedOursSpreadAndVerdict() {
    assertThat(TextReport.of(report))
        .isEqualTo(
            """
            sample: a <sample>

            table10: Costs
              By hand.
              case        policy  baseline  startUpBilledSeconds  metric                    \
            published  ours   p10 to p90  unit  verdict
              J60/sc1     hads                                    cost reduction percent        \
            54.52  58.1  49 to 66.25  %     higher, published value within our spread
              J60, "sc2"  hads    cycle     60                    cost                    \
            9.8 to 40.4    20               USD   as published

            figure2: Times
              case      policy    metric              ours  unit
              24 hosts  one-pass  time per request  0.3333  us

            notes
              real cluster: NOT RUN

            checks
              ok      no deadline missed: 2800 runs, 0 late
            """);
  }

  @Test
  void thePageNeedsNothingElseAndEscapesWhatItShows() {
    assertThat(HtmlReport.of(report, "abc"))
        .startsWith("<!DOCTYPE html>")
        .contains("<svg", "a &lt;sample&gt;", "J60, &quot;sc2&quot;", "prefers-color-scheme: dark")
        .contains("<td class=\"good\">ok</td>")
        .doesNotContain("<sample>", "src=", "href=\"http", "<script");
    assertThat(HtmlReport.of(SampleReport.make(false), "")).contains("<td class=\"bad\">FAILED");
  }

  /** The names of columns once were cut anywhere: startUpBilledSecon, ds. */
  @Test
  void longNamesAreCutBetweenTheirPartsOnly() {
    String page = HtmlReport.of(report, "");

    assertThat(page)
        .contains("start<wbr>Up<wbr>Billed<wbr>Seconds", "J60/<wbr>sc1")
        .doesNotContain("anywhere", "break-all");
  }

  /** What is wider or longer than a screen scrolls by itself, under its head. */
  @Test
  void everyTableStandsInABlockThatScrolls() {
    String page = HtmlReport.of(report, "");

    assertThat(page.split("<table>", -1)).hasSize(4);
    assertThat(page.split("<div class=\"wide\"><table>", -1)).hasSize(4);
    assertThat(page).contains(".wide { overflow: auto;", "th { position: sticky;");
  }

  @Test
  void theContentsLeadToEverySection() {
    assertThat(HtmlReport.of(report, ""))
        .contains("<a href=\"#table10\">table10</a>", "<h2 id=\"table10\">")
        .contains("<a href=\"#figure2\">figure2</a>", "<h2 id=\"figure2\">");
  }

  /** A share of no hibernations once was 0 percent. */
  @Test
  void nothingToCountIsNotZero() {
    Row none =
        Row.of("figure9", "J60/sc3", "hads", "resumed, of hibernations", NOTHING_TO_COUNT, "%")
            .with(Published.range(25, 100));
    var one = new Section("figure9", "Shares", List.of());
    var without =
        new Report("sample", "a", 1, List.of(one), List.of(none), List.of(), List.of(), List.of());

    assertThat(JsonReport.of(without, "", 1)).contains("\"ours\":null");
    assertThat(CsvReport.of(List.of(none))).contains(",25,100,,,,%,nothing to count");
    assertThat(TextReport.of(without)).contains("–", "nothing to count");
    assertThat(HtmlReport.of(without, "")).contains(">–<", "with 1 seed.");
  }

  @Test
  void aPictureOfNothingIsLeftOutWithAWord(@TempDir Path folder) throws Exception {
    Chart full = report.charts().get(0);
    var empty =
        new Chart(
            full.id(),
            full.figure(),
            "Nothing",
            "us",
            "hosts",
            full.kind(),
            false,
            List.of(),
            List.of());
    var without =
        new Report(
            report.paper(),
            report.title(),
            report.seeds(),
            report.sections(),
            report.rows(),
            report.checks(),
            report.notes(),
            List.of(empty));

    assertThat(HtmlReport.of(without, ""))
        .contains("No picture of &quot;Nothing&quot;: nothing was measured for it.")
        .doesNotContain("<svg");
    Path page = ReportFolder.write(without, "", 1, folder);
    assertThat(page.resolveSibling("sample-figure2.svg")).doesNotExist();
  }

  @Test
  void picturesOfEqualChartsAreEqual() {
    String svg = Pictures.svg(report.charts().get(0));
    assertThat(svg).isEqualTo(Pictures.svg(SampleReport.make(true).charts().get(0)));
    assertThat(svg).contains("A &lt;picture&gt;", "1,000", "one-pass").doesNotContain("NaN");
    assertThat(Pictures.png(report.charts().get(0)).orElseThrow()).startsWith(0x89, 'P', 'N', 'G');
  }

  @Test
  void theFolderHasEverything(@TempDir Path folder) throws Exception {
    Path page = ReportFolder.write(report, "abc", 1, folder.resolve("new/er"));
    assertThat(page).exists().hasFileName("sample.html");
    try (Stream<Path> files = Files.list(page.getParent())) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted())
          .containsExactly(
              "sample-figure2-points.csv",
              "sample-figure2.csv",
              "sample-figure2.png",
              "sample-figure2.svg",
              "sample-table10.csv",
              "sample.html",
              "sample.json");
    }
    assertThat(page.resolveSibling("sample-figure2-points.csv"))
        .content()
        .startsWith("at,")
        .contains("one-pass");
  }
}
