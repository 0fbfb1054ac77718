package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.simulate.HarvestPolicies;
import io.windhover.app.simulate.HarvestRun;
import io.windhover.app.simulate.HarvestSetting;
import io.windhover.core.event.Event;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.experiments.paper.Progress;
import io.windhover.policies.harvest.Future;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.record.Recorder;
import io.windhover.workload.Durations;
import io.windhover.workload.JobFileException;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.Problem;
import io.windhover.workload.harvest.HarvestScenario;
import io.windhover.workload.harvest.HarvestScenarioReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Policies side by side on the same harvest machines and jobs. */
final class HarvestSimulation {
  private final Path file;
  private final boolean fromOptions;
  private final String option;
  private final HarvestScenario scenario;
  private final List<PolicyChoice> choices;
  private final List<HarvestSetting> settings;

  /** Whether the scenario's own policy rents; those of the command line never do. */
  private final boolean rents;

  /**
   * Reads the file and draws what is the same for all policies.
   *
   * @param option that named the policies, if one did
   */
  HarvestSimulation(
      Path file, List<String> policyNames, String option, Optional<Long> seed, int seeds) {
    this.file = file;
    this.fromOptions = !policyNames.isEmpty();
    this.option = option;
    this.scenario = read(file);
    choices =
        fromOptions
            ? policyNames.stream().map(name -> new PolicyChoice(name, Map.of(), 0)).toList()
            : List.of(scenario.policy());
    choices.forEach(this::check);
    long first = seed.orElse(scenario.seed());
    try {
      settings =
          LongStream.range(first, first + seeds)
              .parallel()
              .mapToObj(each -> HarvestSetting.of(scenario, each))
              .toList();
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, file + ": harvest: " + e.getMessage(), e);
    }
    this.rents = choices.stream().anyMatch(this::rents);
    for (HarvestSetting setting : settings) {
      setting
          .obstacle(rents)
          .ifPresent(
              why -> {
                throw new CommandFailure(ExitCode.IMPOSSIBLE, file + ": " + why);
              });
    }
  }

  private static HarvestScenario read(Path file) {
    try {
      return HarvestScenarioReader.read(file);
    } catch (JobFileException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  private void check(PolicyChoice choice) {
    if (!choice.stated()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          new Problem(file.toString(), 0, "policy", "is missing; expected one, here or as --policy")
              .toString());
    }
    try {
      HarvestSetting.checkRents(scenario, policy(choice, machine -> new TreeMap<>()));
    } catch (IllegalArgumentException e) {
      String why = String.valueOf(e.getMessage());
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          fromOptions
              ? option + ": " + why
              : new Problem(file.toString(), choice.line(), "policy", why).toString(),
          e);
    }
  }

  private boolean rents(PolicyChoice choice) {
    return policy(choice, machine -> new TreeMap<>()).traits().contains(Trait.RENTS_MACHINES);
  }

  private Policy policy(PolicyChoice choice, Future future) {
    return HarvestPolicies.make(choice, scenario, future);
  }

  /** What a reader of the results should know. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (rents) {
      return warnings; // What is rented goes on changing for ever.
    }
    for (HarvestSetting setting : settings) {
      long last = setting.jobs().get(setting.jobs().size() - 1).atMillis();
      if (last > setting.trace().endMillis()) {
        warnings.add(
            "windhover: warning: seed %d: jobs come until %s, machines stay as they are after %s;"
                    .formatted(
                        setting.seed(),
                        Durations.format(last),
                        Durations.format(setting.trace().endMillis()))
                + " expected more hours, or more load");
      }
    }
    return warnings;
  }

  /**
   * Every policy under every seed, on all processors.
   *
   * @param everything whether runs are recorded as a picture needs it
   */
  HarvestComparison run(Progress progress, boolean everything) {
    int each = settings.size();
    int all = settings.stream().mapToInt(s -> s.jobs().size()).sum() * choices.size();
    var done = new AtomicInteger();
    Simulation.Observer watcher =
        (batch, decision, world) -> {
          for (Event event : batch.events()) {
            if (event instanceof Event.JobSubmitted) {
              synchronized (done) {
                progress.at(done.incrementAndGet(), all, "jobs");
              }
            }
          }
        };
    List<HarvestRun> runs =
        IntStream.range(0, choices.size() * each)
            .parallel()
            .mapToObj(
                i -> {
                  HarvestSetting setting = settings.get(i % each);
                  Policy policy = policy(choices.get(i / each), setting.future());
                  Recorder recorder = everything ? Recorder.everything() : Recorder.totals();
                  return HarvestRun.of(setting, policy, recorder, watcher);
                })
            .toList();
    List<HarvestComparison.Column> columns = new ArrayList<>();
    for (int c = 0; c < choices.size(); c++) {
      columns.add(
          new HarvestComparison.Column(
              choices.get(c).name(), runs.subList(c * each, (c + 1) * each)));
    }
    return new HarvestComparison(settings, columns, rents);
  }
}
