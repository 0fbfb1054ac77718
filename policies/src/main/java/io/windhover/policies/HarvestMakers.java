package io.windhover.policies;

import io.windhover.core.policy.Policy;
import io.windhover.policies.harvest.Capacity;
import io.windhover.policies.harvest.CheckpointMigrate;
import io.windhover.policies.harvest.NoDelay;
import io.windhover.policies.harvest.Replicate;
import io.windhover.policies.harvest.Slack;
import io.windhover.policies.harvest.acquire.Acquirer;
import io.windhover.policies.harvest.frame.Acquiring;
import io.windhover.policies.harvest.frame.HarvestPolicy;
import io.windhover.policies.harvest.frame.HarvestSettings;
import io.windhover.policies.harvest.frame.Method;
import io.windhover.policies.harvest.match.Heartbeat;
import io.windhover.policies.harvest.own.Harvest;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/** The harvest policies and their settings; the oracle has no name, it must be told the future. */
final class HarvestMakers {
  private HarvestMakers() {}

  static Policy capacity(SortedMap<String, String> settings) {
    return made("capacity", settings, reader -> new Capacity());
  }

  static Policy noDelay(SortedMap<String, String> settings) {
    return made("no-delay", settings, reader -> new NoDelay());
  }

  static Policy slack(boolean byShrinks, SortedMap<String, String> settings) {
    return made(
        byShrinks ? "slack-alt" : "slack",
        settings,
        reader -> {
          String form =
              reader.choice("form", List.of(Slack.Form.FULL.text(), Slack.Form.HEARTBEAT.text()));
          double threshold =
              reader.shareMillionths("threshold", (int) (Heartbeat.THRESHOLD * 1e6)) / 1e6;
          return new Slack(
              byShrinks,
              form.equals(Slack.Form.FULL.text()) ? Slack.Form.FULL : Slack.Form.HEARTBEAT,
              threshold);
        });
  }

  static Policy checkpointMigrate(SortedMap<String, String> settings) {
    return made(
        "checkpoint-migrate",
        settings,
        reader ->
            new CheckpointMigrate(
                reader.positiveDurationMillis("every", CheckpointMigrate.EVERY_MILLIS)));
  }

  static Policy replicate(SortedMap<String, String> settings) {
    return made(
        "replicate",
        settings,
        reader -> new Replicate(reader.count("replicas", 2, Replicate.REPLICAS)));
  }

  static Policy harvest(SortedMap<String, String> settings) {
    return made(
        "harvest",
        settings,
        reader ->
            new Harvest(reader.choice("kill-order", List.of("newest", "oldest")).equals("newest")));
  }

  private static Policy made(
      String name, SortedMap<String, String> settings, Function<SettingsReader, Method> method) {
    SettingsReader reader = new SettingsReader(name, settings);
    Method chosen = method.apply(reader);
    HarvestSettings usual = HarvestSettings.DEFAULT;
    long window = reader.positiveDurationMillis("window", usual.windowMillis());
    Acquirer paper = Acquirer.PAPER;
    Acquirer acquirer =
        new Acquirer(
            reader.shareMillionths("traded", (int) Math.round(paper.tradedShare() * 1e6)) / 1e6,
            paper.utilisationLeast(),
            paper.utilisationMost());
    Acquiring acquiring =
        new Acquiring(
            acquirer,
            reader.positiveDurationMillis("epoch", usual.acquiring().everyMillis()),
            reader.count("machines", 0, usual.acquiring().machines()),
            reader.choice("scaling", List.of("off", "on")).equals("on"));
    reader.nothingElse();
    return new HarvestPolicy(chosen, new HarvestSettings(window, acquiring));
  }
}
