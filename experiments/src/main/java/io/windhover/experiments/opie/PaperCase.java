package io.windhover.experiments.opie;

import io.windhover.placement.Cluster;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import io.windhover.placement.Request;
import io.windhover.placement.Size;
import io.windhover.placement.generate.PaperStates;
import java.util.Arrays;
import java.util.List;

/**
 * One of OPIE's Tables 3 to 6. A host is written {@code A: 272M 172M AP1=96M}: minutes since the
 * start and size; those with a name are preemptible.
 *
 * @param minutes seconds into the billing period of the instances the paper ended, as minutes
 */
record PaperCase(
    int number,
    String figure,
    String request,
    List<String> state,
    String host,
    List<String> victims,
    double minutes) {
  static final List<PaperCase> ALL =
      List.of(
          new PaperCase(
              1,
              "table3",
              "M",
              List.of(
                  "A: 272M 172M AP1=96M AP2=207M",
                  "B: 136M 200M BP1=71M BP2=91M",
                  "C: 97M 275M CP1=210M CP2=215M",
                  "D: 16M DP1=85M DP2=199M DP3=152M"),
              "host-B",
              List.of("BP1"),
              11),
          new PaperCase(
              2,
              "table4",
              "M",
              List.of(
                  "A: AP1=247M AP2=463M AP3=403M AP4=410M",
                  "B: 388M 103M BP1=344M BP2=476M",
                  "C: 481M 177M CP1=181M CP2=160M",
                  "D: 173M DP1=384M DP2=168M DP3=232M"),
              "host-C",
              List.of("CP1"),
              1),
          new PaperCase(
              3,
              "table5",
              "L",
              List.of(
                  "A: AP1=298L AP2=278M AP3=190S AP4=187S",
                  "B: 494L BP1=178L",
                  "C: CP1=297L CP2=296M CP3=296S",
                  "D: 176M 200M 116L"),
              "host-A",
              List.of("AP2", "AP3", "AP4"),
              55),
          new PaperCase(
              4,
              "table6",
              "M",
              List.of(
                  "A: 234L 122M AP1=172M",
                  "B: BP1=272L BP2=212M BP3=380S",
                  "C: 182S 120M 116L",
                  "D: DP1=232L DP2=213S DP3=324M DP4=314S"),
              "host-B",
              List.of("BP3"),
              20));

  private static final long MINUTE_MILLIS = 60_000;

  Request asked() {
    return Request.normal("new", size(request));
  }

  /** The whole testbed; the present is 0. */
  Cluster cluster() {
    return read(state);
  }

  /** One host of it alone. */
  Cluster onlyHost(String name) {
    return read(state.stream().filter(line -> name.equals("host-" + line.charAt(0))).toList());
  }

  private static Cluster read(List<String> lines) {
    var cluster = new Cluster();
    for (String line : lines) {
      String[] words = line.split("[: ]+", -1);
      String id = "host-" + words[0];
      cluster.addHost(
          Host.of(id, 8, 16000, 140).withDiskOversubscription(PaperStates.DISK_OVERSUBSCRIPTION));
      int normal = 0;
      for (String word : Arrays.asList(words).subList(1, words.length)) {
        int named = word.indexOf('=');
        String what = word.substring(named + 1);
        int last = what.length() - 1;
        long startedAt = -Long.parseLong(what.substring(0, last)) * MINUTE_MILLIS;
        Size size = size(what.substring(last));
        cluster.addInstance(
            id,
            named < 0
                ? Instance.normal(words[0] + ++normal, size, startedAt)
                : Instance.preemptible(word.substring(0, named), size, startedAt));
      }
    }
    return cluster;
  }

  private static Size size(String letter) {
    return switch (letter) {
      case "S" -> PaperStates.SMALL;
      case "M" -> PaperStates.MEDIUM;
      case "L" -> PaperStates.LARGE;
      default -> throw new IllegalArgumentException("size: " + letter);
    };
  }
}
