package io.windhover.experiments.arena;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.windhover.core.chance.Chance;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Offer;
import io.windhover.experiments.arena.DrawnBag.Shape;
import io.windhover.experiments.arena.DrawnCatalogue.Limited;
import io.windhover.experiments.arena.FlowWorlds.Sale;
import io.windhover.experiments.paper.BadData;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.simulator.cloud.Outage;
import io.windhover.simulator.cloud.Reclaim;
import io.windhover.simulator.cloud.TraceMarket;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** Worlds with recorded spot markets and real workflow files, from a folder of outside data. */
final class RecordedWorlds {
  /** Larger files take too long for what they tell. */
  private static final int TASKS_MAX = 250;

  private static final int TASKS_MIN = 5;

  /** When capacity was there, in ticks of a length. */
  private record Recording(long tickMillis, List<Boolean> up) {
    /** The outages of a type from some tick on, which counts as the beginning. */
    List<Outage> outages(String type, int from) {
      List<Outage> outages = new ArrayList<>();
      int began = -1;
      for (int i = from; i <= up.size(); i++) {
        boolean there = i == up.size() || up.get(i);
        if (!there && began < 0) {
          began = i;
        } else if (there && began >= 0) {
          outages.add(new Outage(type, (began - from) * tickMillis, (i - from) * tickMillis));
          began = -1;
        }
      }
      return outages;
    }
  }

  /** For bags: how many machines could be had. */
  private final List<Recording> availability = new ArrayList<>();

  /** For long tasks: those of the benchmark of "Can't Be Late", where 1 says there was none. */
  private final List<Recording> cantBeLate = new ArrayList<>();

  private final List<JobSpec> workflows = new ArrayList<>();

  private RecordedWorlds() {}

  static List<ArenaFamily> families(Path data) {
    var worlds = new RecordedWorlds();
    files(data.resolve("spot/availability"), ".json")
        .forEach(file -> worlds.availability.add(recording(file, false)));
    files(data.resolve("spot/cant-be-late"), ".json")
        .forEach(file -> worlds.cantBeLate.add(recording(file, true)));
    files(data.resolve("workflows/dax"), ".xml").forEach(worlds::addWorkflow);
    files(data.resolve("workflows/wfcommons"), ".json").forEach(worlds::addWorkflow);
    return List.of(
        new ArenaFamily("market-recorded", 8, true, worlds::bags),
        new ArenaFamily("long-recorded", 8, true, worlds::longTasks),
        new ArenaFamily(
            "file-second", 12, true, seed -> worlds.flows("file-second", seed, Sale.BY_SECOND)),
        new ArenaFamily(
            "file-hour", 12, true, seed -> worlds.flows("file-hour", seed, Sale.BY_HOUR)));
  }

  private static List<Path> files(Path folder, String ending) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      throw new BadData(folder + ": cannot be read; expected files *" + ending + " there", e);
    }
  }

  private void addWorkflow(Path file) {
    try {
      JobSpec job = JobFileReader.read(file).spec();
      if (job.taskCount() >= TASKS_MIN && job.taskCount() <= TASKS_MAX) {
        workflows.add(job);
      }
    } catch (JobFileException e) {
      throw new BadData(e.getMessage() == null ? file + ": unreadable" : e.getMessage(), e);
    }
  }

  /** A file of ticks: {@code {"metadata": {"gap_seconds": 600}, "data": [1, 0, ...]}}. */
  private static Recording recording(Path file, boolean zeroIsUp) {
    long tickMillis = 0;
    List<Boolean> up = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(file.toFile())) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isNumeric() && "gap_seconds".equals(parser.currentName())) {
          tickMillis = Math.round(parser.getDoubleValue() * 1000);
        } else if (token.isNumeric() && parser.getParsingContext().inArray()) {
          up.add(parser.getDoubleValue() > 0 != zeroIsUp);
        }
      }
    } catch (IOException e) {
      throw new BadData(file + ": not JSON: " + e.getMessage(), e);
    }
    if (tickMillis <= 0 || up.isEmpty()) {
      throw new BadData(file + ": expected gap_seconds above 0 and data");
    }
    return new Recording(tickMillis, up);
  }

  /** Each type has a recording of its own; a market seed begins it at some moment. */
  private static LongFunction<MarketProcess> market(
      List<Recording> recordings, SplittableRandom chance, List<Offer> offers, long spanMillis) {
    List<String> types = DrawnCatalogue.types(offers);
    int[] chosen = types.stream().mapToInt(type -> chance.nextInt(recordings.size())).toArray();
    var reclaim = new Reclaim(chance.nextInt(3) == 0, chance.nextBoolean() ? 0 : 120_000);
    return seed -> {
      List<Outage> outages = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        Recording recording = recordings.get(chosen[i]);
        int room = (int) Math.max(1, recording.up().size() - spanMillis / recording.tickMillis());
        int from = Chance.stream(seed, "recording", i).nextInt(room);
        outages.addAll(recording.outages(types.get(i), from));
      }
      return new TraceMarket(reclaim, outages);
    };
  }

  private Optional<SmallWorld> bags(long seed) {
    SplittableRandom chance = Chance.stream(seed, "market-recorded", 0);
    List<Offer> offers = DrawnCatalogue.draw(chance, 1 + chance.nextInt(4), Limited.HARDLY);
    JobSpec bag = DrawnBag.draw(chance, offers, Shape.PLAIN, 10, 150);
    return BagWorlds.withDeadline(bag, offers, DrawnCatalogue.logBetween(chance, 1.5, 12))
        .map(
            job ->
                SmallWorld.of(
                    offers, job, market(availability, chance, offers, BagWorlds.span(job))));
  }

  private Optional<SmallWorld> longTasks(long seed) {
    return LongWorlds.world(
        Chance.stream(seed, "long-recorded", 0),
        (chance, offers, spanMillis) -> market(cantBeLate, chance, offers, spanMillis));
  }

  private Optional<SmallWorld> flows(String name, long seed, Sale sale) {
    SplittableRandom chance = Chance.stream(seed, name, 0);
    JobSpec workflow = workflows.get(chance.nextInt(workflows.size()));
    return FlowWorlds.world(chance, workflow, sale, seed);
  }
}
