package io.windhover.app.command;

import io.windhover.app.simulate.HarvestPolicies;
import io.windhover.app.simulate.HarvestSetting;
import io.windhover.core.model.Deadline;
import io.windhover.simulator.harvest.HarvestPrices;
import io.windhover.simulator.harvest.HarvestTraces;
import io.windhover.workload.FileKind;
import io.windhover.workload.JobFile;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.JobSummary;
import io.windhover.workload.LinesReader;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.Problem;
import io.windhover.workload.harvest.HarvestScenario;
import io.windhover.workload.harvest.HarvestScenarioReader;
import io.windhover.workload.scenario.Catalogue;
import io.windhover.workload.scenario.CatalogueReader;
import io.windhover.workload.scenario.CloudFile;
import io.windhover.workload.scenario.CloudFileReader;
import io.windhover.workload.scenario.MarketChoice;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.ScenarioReader;
import io.windhover.workload.scenario.Submission;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a file is and what is wrong with it.
 *
 * @param problems the first of them, when there are very many
 * @param notes what the file says that means nothing or something else here
 */
record FileCheck(
    String file,
    String kind,
    boolean valid,
    int problemCount,
    List<Problem> problems,
    List<Problem> notes,
    @Nullable JobSummary job,
    @Nullable ScenarioSummary scenario,
    @Nullable CatalogueSummary catalogue,
    @Nullable CloudSummary cloud) {
  /**
   * A scenario at a glance.
   *
   * @param jobs of a stream
   * @param deadlineMillis -1 when it has none
   * @param policy empty when it names none
   */
  record ScenarioSummary(
      String name,
      int tasks,
      @Nullable Integer jobs,
      long deadlineMillis,
      List<String> types,
      String market,
      String policy) {
    static ScenarioSummary of(Scenario scenario) {
      long deadlineMillis = scenario.deadline().atMillis(0);
      List<Submission> jobs = scenario.submissions(scenario.seed());
      return new ScenarioSummary(
          scenario.name(),
          jobs.stream().mapToInt(job -> job.spec().taskCount()).sum(),
          scenario.isStream() ? jobs.size() : null,
          deadlineMillis == Deadline.NEVER_MILLIS ? -1 : deadlineMillis,
          scenario.catalogue().types(),
          market(scenario.market()),
          scenario.policy().name());
    }

    static ScenarioSummary of(HarvestScenario scenario) {
      List<Submission> jobs = HarvestSetting.of(scenario, scenario.seed()).jobs();
      boolean one = scenario.work() instanceof HarvestScenario.OneJob;
      String supply =
          scenario.supply() instanceof HarvestScenario.FromCluster from ? from.cluster() : "trace";
      return new ScenarioSummary(
          scenario.name(),
          jobs.stream().mapToInt(job -> job.spec().taskCount()).sum(),
          one ? null : jobs.size(),
          -1,
          HarvestTraces.MINIMUMS.stream().map(HarvestPrices::type).toList(),
          "harvest machines, " + supply,
          scenario.policy().name());
    }

    private static String market(MarketChoice market) {
      if (market instanceof MarketChoice.ByChance chance) {
        return chance.hibernates() ? "hibernation" : "termination";
      }
      if (market instanceof MarketChoice.Interruptions) {
        return "interruption";
      }
      if (market instanceof MarketChoice.Provider) {
        return "provider";
      }
      return market instanceof MarketChoice.Recorded ? "trace" : "calm";
    }
  }

  /** A catalogue at a glance. */
  record CatalogueSummary(String name, List<String> types, int offers) {
    static CatalogueSummary of(Catalogue catalogue) {
      return new CatalogueSummary(catalogue.name(), catalogue.types(), catalogue.offers().size());
    }
  }

  /**
   * A cloud at a glance.
   *
   * @param types that it may rent; empty where its source says so itself
   */
  record CloudSummary(String name, String source, List<String> types, String market) {
    static CloudSummary of(CloudFile cloud) {
      return new CloudSummary(
          cloud.name(),
          cloud.source(),
          cloud.catalogue().map(Catalogue::types).orElse(List.of()),
          ScenarioSummary.market(cloud.market()));
    }
  }

  /**
   * Reads a file.
   *
   * @param lines whether it holds one command on each line
   */
  static FileCheck of(String file, boolean lines) {
    FileKind kind = lines || file.equals("-") ? FileKind.JOB : FileKind.of(Path.of(file));
    try {
      return switch (kind) {
        case JOB -> {
          JobFile read = job(file, lines);
          yield good(kind, file, Validate.problems(file, read.policy()), read.summary())
              .withNotes(read.notes());
        }
        case CLOUD -> {
          CloudFile read = CloudFileReader.read(Path.of(file));
          yield good(kind, file, List.of(), CloudSummary.of(read));
        }
        case HARVEST -> {
          HarvestScenario read = HarvestScenarioReader.read(Path.of(file));
          yield good(kind, file, problems(file, read), ScenarioSummary.of(read));
        }
        case SCENARIO -> {
          Scenario read = ScenarioReader.read(Path.of(file));
          yield good(kind, file, problems(file, read.policy()), ScenarioSummary.of(read));
        }
        case CATALOGUE -> {
          Catalogue read = CatalogueReader.read(Path.of(file));
          yield good(kind, file, List.of(), CatalogueSummary.of(read));
        }
      };
    } catch (JobFileException e) {
      return new FileCheck(
          file, word(kind), false, e.count(), e.problems(), List.of(), null, null, null, null);
    }
  }

  /** As far as its own reader can tell. */
  private static FileCheck good(
      FileKind kind, String file, List<Problem> problems, Record summary) {
    return new FileCheck(
        file,
        word(kind),
        problems.isEmpty(),
        problems.size(),
        problems,
        List.of(),
        summary instanceof JobSummary job ? job : null,
        summary instanceof ScenarioSummary scenario ? scenario : null,
        summary instanceof CatalogueSummary catalogue ? catalogue : null,
        summary instanceof CloudSummary cloud ? cloud : null);
  }

  private FileCheck withNotes(List<Problem> more) {
    return new FileCheck(
        file, kind, valid, problemCount, problems, more, job, scenario, catalogue, cloud);
  }

  private static String word(FileKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static JobFile job(String file, boolean lines) throws JobFileException {
    Path here = Path.of("").toAbsolutePath();
    if (file.equals("-")) {
      return lines
          ? LinesReader.read("standard input", System.in, here)
          : JobFileReader.read("standard input", System.in, here);
    }
    return lines ? LinesReader.read(Path.of(file), here) : JobFileReader.read(Path.of(file));
  }

  private static List<Problem> problems(String file, HarvestScenario scenario) {
    PolicyChoice policy = scenario.policy();
    return problems(
        file, policy, () -> HarvestPolicies.make(policy, scenario, machine -> new TreeMap<>()));
  }

  private static List<Problem> problems(String file, PolicyChoice policy) {
    return problems(file, policy, () -> RentingPolicies.make(policy));
  }

  private static List<Problem> problems(String file, PolicyChoice policy, Runnable making) {
    if (!policy.stated()) {
      return List.of();
    }
    try {
      making.run();
      return List.of();
    } catch (IllegalArgumentException e) {
      return List.of(new Problem(file, policy.line(), "policy", String.valueOf(e.getMessage())));
    }
  }

  /** The same for programs, which may run in another folder. */
  FileCheck withAbsolutePaths() {
    return new FileCheck(
        absolute(file),
        kind,
        valid,
        problemCount,
        problems.stream().map(FileCheck::absolute).toList(),
        notes.stream().map(FileCheck::absolute).toList(),
        job,
        scenario,
        catalogue,
        cloud);
  }

  private static Problem absolute(Problem problem) {
    return new Problem(
        absolute(problem.file()), problem.line(), problem.field(), problem.message());
  }

  private static String absolute(String file) {
    return Path.of(file).toAbsolutePath().normalize().toString();
  }
}
