package io.windhover.workload.harvest;

import io.windhover.core.chance.Chance;
import io.windhover.core.harvest.RegularArrival;
import io.windhover.workload.Documents;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Problems;
import io.windhover.workload.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * Reads regular machines of Azure's public trace of 2017 as they were prepared for generating
 * traces: {@code flav_map.txt} says how many cores a letter stands for, {@code v1.interval_map.txt}
 * which lifetimes a number stands for, {@code v1.dev.txt} which machines came in each five minutes,
 * deployment by deployment, and {@code v1.dev.c2100000.txt}, entry for entry, how long each stayed.
 *
 * <p>When within its five minutes a deployment came, and which lifetime of its number a machine
 * had, is not in the files; both are drawn. A machine that outlived the recording stays for the
 * lifetime its number stands for.
 */
public final class AzureVmReader {
  private static final String FLAVOURS = "flav_map.txt";
  private static final String LIFETIMES = "v1.interval_map.txt";
  private static final String ARRIVALS = "v1.dev.txt";
  private static final String STAYS = "v1.dev.c2100000.txt";
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");
  private static final Pattern STAY = Pattern.compile("[UC][0-9]{1,4}");
  private static final String END = "|";
  private static final long BIN_MILLIS = 300_000;

  private final SplittableRandom chance;
  private final Map<String, Integer> coresOf = new HashMap<>();
  private final Map<Integer, List<Long>> secondsOf = new HashMap<>();
  private final List<RegularArrival> arrivals = new ArrayList<>();
  private final double share;
  private int deployment = 1;
  private boolean taken;
  private long beginMillis;

  private AzureVmReader(double share, long seed) {
    this.share = share;
    this.chance = Chance.stream(seed, "azure machines", 0);
  }

  /**
   * The machines of a folder with those files, the first coming at 0.
   *
   * @param share of the deployments that are taken, for a cluster smaller than the region
   */
  public static List<RegularArrival> read(Path folder, double share, long seed)
      throws JobFileException {
    var reader = new AzureVmReader(share, seed);
    reader.flavours(folder.resolve(FLAVOURS));
    reader.lifetimes(folder.resolve(LIFETIMES));
    reader.machines(folder.resolve(ARRIVALS), folder.resolve(STAYS));
    return List.copyOf(reader.arrivals);
  }

  private void flavours(Path path) throws JobFileException {
    var problems = new Problems(path.toString());
    int line = 0;
    for (String text : lines(path, problems)) {
      line++;
      String[] parts = text.split("[, ]", -1);
      if (parts.length != 3 || !SECONDS.matcher(parts[0]).matches()) {
        throw problems.fatal(line, "", Shown.quoted(text) + "; expected cores,memory letter");
      }
      coresOf.put(parts[2], Integer.parseInt(parts[0]));
    }
  }

  private void lifetimes(Path path) throws JobFileException {
    var problems = new Problems(path.toString());
    int line = 0;
    for (String text : lines(path, problems)) {
      line++;
      String[] parts = text.split(" ", -1);
      if (parts.length != 2
          || !SECONDS.matcher(parts[0]).matches()
          || !SECONDS.matcher(parts[1]).matches()) {
        throw problems.fatal(line, "", Shown.quoted(text) + "; expected seconds and a number");
      }
      secondsOf
          .computeIfAbsent(Integer.valueOf(parts[1]), number -> new ArrayList<>())
          .add(Long.valueOf(parts[0]));
    }
  }

  private void machines(Path arrivalsPath, Path staysPath) throws JobFileException {
    var problems = new Problems(arrivalsPath.toString());
    List<String> came = lines(arrivalsPath, problems);
    List<String> stayed = lines(staysPath, new Problems(staysPath.toString()));
    if (came.size() != stayed.size()) {
      throw problems.fatal(
          0,
          "",
          "%d lines, but %d in %s; expected as many".formatted(came.size(), stayed.size(), STAYS));
    }
    long firstMillis = -1;
    for (int i = 0; i < came.size(); i++) {
      String[] arrival = came.get(i).split(" ", 2);
      String[] stay = stayed.get(i).split(" ", 2);
      if (!SECONDS.matcher(arrival[0]).matches() || !arrival[0].equals(stay[0])) {
        throw problems.fatal(
            i + 1,
            "",
            "%s, but %s in %s; expected the same seconds"
                .formatted(Shown.quoted(arrival[0]), Shown.quoted(stay[0]), STAYS));
      }
      long atMillis = Long.parseLong(arrival[0]) * 1000;
      firstMillis = firstMillis < 0 ? atMillis : firstMillis;
      beginNext(atMillis - firstMillis);
      if (arrival.length == 2 && stay.length == 2) {
        bin(arrival[1].split(",", -1), stay[1].split(",", -1), atMillis - firstMillis, i, problems);
      }
    }
  }

  private void bin(String[] flavours, String[] stays, long atMillis, int index, Problems problems)
      throws JobFileException {
    if (flavours.length != stays.length) {
      throw problems.fatal(
          index + 1,
          "",
          "%d entries, but %d in %s; expected as many"
              .formatted(flavours.length, stays.length, STAYS));
    }
    for (int i = 0; i < flavours.length; i++) {
      if (flavours[i].equals(END)) {
        beginNext(atMillis);
        continue;
      }
      if (flavours[i].isEmpty()) {
        continue;
      }
      Integer cores = coresOf.get(flavours[i]);
      List<Long> seconds =
          STAY.matcher(stays[i]).matches()
              ? secondsOf.get(Integer.valueOf(stays[i].substring(1)))
              : null;
      if (cores == null || seconds == null) {
        throw problems.fatal(
            index + 1,
            "",
            "%s staying %s; expected a letter of %s and a lifetime of %s"
                .formatted(Shown.quoted(flavours[i]), Shown.quoted(stays[i]), FLAVOURS, LIFETIMES));
      }
      if (taken) {
        long stay =
            seconds.get(chance.nextInt(seconds.size())) * 1000 + chance.nextLong(BIN_MILLIS);
        arrivals.add(new RegularArrival(beginMillis, cores, 1 + stay, deployment));
      }
    }
  }

  private void beginNext(long binMillis) {
    deployment++;
    taken = chance.nextDouble() < share;
    beginMillis = binMillis + chance.nextLong(BIN_MILLIS);
  }

  private static List<String> lines(Path path, Problems problems) throws JobFileException {
    return Documents.text(path, "a part of a trace of regular machines", problems)
        .lines()
        .filter(line -> !line.isBlank())
        .toList();
  }
}
