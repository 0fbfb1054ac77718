package io.windhover.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.placement.Placement.Placed;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** OPIE, Tables 3 to 6. A host is written "A: 272M 172M AP1=96M"; names are preemptible ones. */
final class PaperCasesTest {
  private static final long MINUTE = 60_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          M | A: 272M 172M AP1=96M AP2=207M; B: 136M 200M BP1=71M BP2=91M; C: 97M 275M CP1=210M \
          CP2=215M; D: 16M DP1=85M DP2=199M DP3=152M                    | B | BP1         | 11
          M | A: AP1=247M AP2=463M AP3=403M AP4=410M; B: 388M 103M BP1=344M BP2=476M; C: 481M 177M \
          CP1=181M CP2=160M; D: 173M DP1=384M DP2=168M DP3=232M         | C | CP1         | 1
          L | A: AP1=298L AP2=278M AP3=190S AP4=187S; B: 494L BP1=178L; C: CP1=297L CP2=296M \
          CP3=296S; D: 176M 200M 116L                                   | A | AP2 AP3 AP4 | 55
          M | A: 234L 122M AP1=172M; B: BP1=272L BP2=212M BP3=380S; C: 182S 120M 116L; \
          D: DP1=232L DP2=213S DP3=324M DP4=314S                        | B | BP3         | 20
          """)
  void theHostAndTheVictimsOfThePaper(
      String size, String state, String host, String victims, double minutes) {
    Request request = Request.normal("new", size(size));
    for (String scheduler : List.of("one-pass", "retry")) {
      for (boolean indexed : List.of(true, false)) {
        var settings = Settings.defaults().withIndexed(indexed);
        Placement answer =
            Schedulers.named(scheduler, settings).orElseThrow().place(read(state), request, 0, 1);
        assertThat(answer)
            .isInstanceOfSatisfying(
                Placed.class,
                placed -> {
                  assertThat(placed.host()).isEqualTo(host);
                  assertThat(placed.victims()).containsExactly(victims.split(" ", -1));
                  assertThat(placed.victimCost()).isEqualTo(minutes * 60);
                  assertThat(placed.provenCheapest()).isTrue();
                  assertThat(placed.search().indexed()).isEqualTo(indexed);
                });
      }
    }
  }

  /** Ranking by the sum over all preemptibles would choose B in Table 5: 58 against 113. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void theSumOfThePaperStaysAvailable(boolean indexed) {
    var state = "A: AP1=298L AP2=278M AP3=190S AP4=187S; B: 494L BP1=178L; C: CP1=297L CP2=296M";
    var settings = Settings.defaults().withRank(HostRanks.PERIOD).withIndexed(indexed);
    var answer =
        (Placed)
            Schedulers.onePass(settings).place(read(state), Request.normal("new", size("L")), 0, 1);
    assertThat(answer.host()).isEqualTo("B");
    assertThat(answer.victims()).containsExactly("BP1");
  }

  private static Cluster read(String state) {
    var cluster = new Cluster();
    int normal = 0;
    for (String line : state.split(";", -1)) {
      String[] words = line.trim().split("[: ]+", -1);
      cluster.addHost(Host.of(words[0], 8, 16000, 140).withDiskOversubscription(2));
      for (int i = 1; i < words.length; i++) {
        String[] parts = words[i].split("=", -1);
        String word = parts[parts.length - 1];
        int last = word.length() - 1;
        long startedAt = -Long.parseLong(word.substring(0, last)) * MINUTE;
        Size size = size(word.substring(last));
        cluster.addInstance(
            words[0],
            parts.length == 1
                ? Instance.normal("n" + normal++, size, startedAt)
                : Instance.preemptible(parts[0], size, startedAt));
      }
    }
    return cluster;
  }

  private static Size size(String letter) {
    return switch (letter) {
      case "S" -> new Size(1, 2000, 20);
      case "M" -> new Size(2, 4000, 40);
      default -> new Size(4, 8000, 80);
    };
  }
}
