package io.windhover.app.live;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A job and a cloud with a recorded market, as files that {@code windhover run JOB --cloud CLOUD}
 * takes. They lie beside this class.
 *
 * @param policy who decides
 * @param market what befalls the machines, in a word; where it is a trace, the name of its file
 * @param cloud the cloud file
 * @param job the job file
 * @param about what befalls the machines, in a line
 * @param quick whether it is told in a hurry, too
 */
record LiveStory(
    String policy, String market, String cloud, String job, String about, boolean quick) {
  static final String CLOUD = "cloud.yaml";
  static final String JOB = "job.yaml";

  /** What tasks run. */
  private static final String WORK = "work.sh";

  /** Everything that {@code reproduce live} tells. */
  static final List<LiveStory> ALL =
      List.of(
          bag("bag", "freezes", "spot.yaml", "types freeze and come back", true),
          bag(
              "bag",
              "storm",
              "spot.yaml",
              "one type freezes for good, the other for a while",
              false),
          bag("bag", "notices", "notices.yaml", "two minutes' notice, then gone", false),
          bag("hads", "freezes", "spot.yaml", "types freeze and come back", false),
          bag(
              "hads",
              "storm",
              "spot.yaml",
              "one type freezes for good, the other for a while",
              false),
          bag("hads", "notices", "notices.yaml", "two minutes' notice, then gone", false),
          flow("workflow", "late", "launches take up to 40 % more or less than said", false),
          flow("workflow", "refused", "a full provider refuses launches", false),
          flow("scs", "late", "launches take up to 40 % more or less than said", true),
          flow("scs", "refused", "a full provider refuses launches", false),
          harvest("shrinks", "harvest.yaml", "machines shrink and grow", true),
          harvest("evicts", "harvest.yaml", "one machine is evicted, others shrink", false),
          harvest("oldest", "harvest-oldest.yaml", "the oldest tasks end on a shrink", false));

  private static LiveStory bag(
      String policy, String market, String cloud, String about, boolean quick) {
    return new LiveStory(policy, market, cloud, "bag.yaml", about, quick);
  }

  private static LiveStory flow(String policy, String market, String about, boolean quick) {
    return new LiveStory(policy, market, market + ".yaml", "flow.yaml", about, quick);
  }

  private static LiveStory harvest(String market, String cloud, String about, boolean quick) {
    return new LiveStory("harvest", market, cloud, "long.yaml", about, quick);
  }

  String name() {
    return policy + "-" + market;
  }

  /** Writes the cloud, the job, its tasks and the trace, if there is one, into a folder. */
  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(CLOUD), resource(cloud).replace("MARKET", market));
    Files.writeString(folder.resolve(JOB), resource(job).replace("POLICY", policy));
    Files.writeString(folder.resolve(WORK), resource(WORK));
    String trace = market + ".csv";
    if (LiveStory.class.getResource(trace) != null) {
      Files.writeString(folder.resolve(trace), resource(trace));
    }
  }

  private static String resource(String file) throws IOException {
    try (InputStream in = LiveStory.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException("no resource " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
