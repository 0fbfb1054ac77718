package io.windhover.app.cloud;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.local.EngineParts;
import io.windhover.app.local.RunEngine;
import io.windhover.app.local.RunSite;
import io.windhover.app.simulate.CostBound;
import io.windhover.app.simulate.Obstacle;
import io.windhover.app.simulate.References;
import io.windhover.capacity.SourceFailure;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Market;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.host.ScaledClock;
import io.windhover.policies.LiveFit;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.scenario.Catalogue;
import io.windhover.workload.scenario.CloudFile;
import io.windhover.workload.scenario.Deviations;
import io.windhover.workload.scenario.MarketChoice;
import io.windhover.workload.scenario.Scenario;
import io.windhover.workload.scenario.WorkChoice;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Machines that are rented by a cloud file. */
public final class CloudSite implements RunSite {
  private final CloudFile cloud;
  private final SourceMaker maker;
  private final long notBeforeMillis;
  private final List<Offer> offers;

  /**
   * Asks the source what can be rented.
   *
   * @throws CommandFailure when there is no such source here, or it does not answer
   */
  public CloudSite(CloudFile cloud, SourceMaker maker) {
    this(cloud, maker, 0);
  }

  /**
   * As the other, for a job that is to meet its market at a definite moment.
   *
   * @param notBeforeMillis when it is submitted at the earliest, by the cloud's clock
   */
  public CloudSite(CloudFile cloud, SourceMaker maker, long notBeforeMillis) {
    this.notBeforeMillis = notBeforeMillis;
    this.cloud = cloud;
    this.maker = maker;
    this.offers = offers(cloud, maker).stream().map(this::limited).toList();
  }

  /**
   * What a source offers now.
   *
   * @throws CommandFailure when it does not answer
   */
  public static List<Offer> offers(CloudFile cloud, SourceMaker maker) {
    try (SourceMaker.Opened opened = maker.open(cloud, SourceMaker.Use.looking(CloudMarks.ANY))) {
      return opened.source().offers();
    } catch (SourceFailure e) {
      throw CloudSources.failure(cloud, e);
    }
  }

  private Offer limited(Offer offer) {
    int machines = cloud.limits().machines();
    return machines == 0 ? offer : offer.limited(Math.min(offer.limit(), machines));
  }

  @Override
  public boolean rents() {
    return true;
  }

  @Override
  public String text() {
    String where = "on machines of cloud " + cloud.name();
    return cloud.speed() == 1
        ? where
        : where + ", %s times as fast as real time".formatted(ScaledClock.text(cloud.speed()));
  }

  @Override
  public Optional<String> refusal(Policy policy) {
    return LiveFit.refusalOfRenting(policy);
  }

  @Override
  public void refuseImpossible(Policy policy, JobSpec job, long nowMillis) {
    refuseMoment(job);
    JobSpec due = due(job, nowMillis);
    refuseInterruptions(policy, job);
    Obstacle.of(due, offers, policy)
        .ifPresent(
            found -> {
              throw new CommandFailure(
                  found.badInput() ? ExitCode.BAD_INPUT : ExitCode.IMPOSSIBLE,
                  found.text().replace("; a simulation needs one", "; who rents needs one"));
            });
    refuseWithoutMoney(due, policy);
  }

  /** The time of day means nothing to a clock that runs ahead of it. */
  private void refuseMoment(JobSpec job) {
    if (cloud.speed() != 1 && job.deadline() instanceof Deadline.At) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "deadline: cloud %s has a clock of its own (speed); expected a time span, such as 2h"
              .formatted(cloud.name()));
    }
  }

  /** What loses all its work when it is interrupted is not put where that is the custom. */
  private void refuseInterruptions(Policy policy, JobSpec job) {
    boolean spot =
        !policy.traits().contains(Trait.RENTS_NO_SPOT)
            && offers.stream().anyMatch(offer -> offer.market() != Market.ON_DEMAND);
    job.groups().stream()
        .filter(group -> spot && !group.interruptible())
        .findFirst()
        .ifPresent(
            group -> {
              throw new CommandFailure(
                  ExitCode.IMPOSSIBLE,
                  "task %s says interruptible: false, and policy %s may put it on a spot machine,"
                          .formatted(group.name(), policy.name())
                      + " which can be frozen or taken away; choose a policy that rents on demand"
                      + " only, such as workflow, or leave spot machines out of the cloud file");
            });
  }

  private void refuseWithoutMoney(JobSpec due, Policy policy) {
    Limits limits = cloud.limits();
    long cheapestNanos =
        Obstacle.rentedBy(policy, offers).stream()
            .mapToLong(offer -> offer.machine().pricePerHourNanos())
            .min()
            .orElse(0);
    if (limits.moneyPerHourNanos() > 0 && cheapestNanos > limits.moneyPerHourNanos()) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE,
          "limits.moneyPerHour is %s, and no machine costs less than %s an hour"
              .formatted(Money.text(limits.moneyPerHourNanos()), Money.text(cheapestNanos)));
    }
    long leastNanos = CostBound.ofJob(scenario(due), due, cloud.seed()).nanos().orElse(0);
    if (limits.moneyNanos() > 0 && leastNanos > limits.moneyNanos()) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE,
          "limits.money is %s, and no way to do the job in time costs less than %s"
              .formatted(Money.text(limits.moneyNanos()), Money.text(leastNanos)));
    }
  }

  /** The same job with its deadline as a span from now, as simulations have it. */
  private static JobSpec due(JobSpec job, long nowMillis) {
    if (!(job.deadline() instanceof Deadline.At at)) {
      return job;
    }
    if (at.epochMillis() <= nowMillis) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE,
          "the deadline has passed: " + Instant.ofEpochMilli(at.epochMillis()));
    }
    return new JobSpec(
        job.name(),
        job.folder(),
        new Deadline.Within(at.epochMillis() - nowMillis),
        job.keepGoing(),
        job.groups());
  }

  private Scenario scenario(JobSpec job) {
    return new Scenario(
        job.name(),
        new Catalogue(cloud.name(), offers, Optional.empty()),
        new MarketChoice.Calm(),
        Deviations.NONE,
        CheckpointCost.HADS,
        new WorkChoice.Given(job.groups()),
        job.deadline(),
        PolicyChoice.UNSTATED,
        cloud.seed());
  }

  /** What is left of a run is gone on with even when it will be late. */
  @Override
  public Optional<String> obstacle(
      Policy policy, JobSpec job, List<TaskGroup> left, long nowMillis) {
    if (left.isEmpty()) {
      return Optional.empty();
    }
    List<TaskGroup> alone = left.stream().map(group -> group.withAfter(List.of())).toList();
    var rest = new JobSpec(job.name(), job.folder(), new Deadline.None(), false, alone);
    return Obstacle.of(rest, offers, policy).map(Obstacle::text);
  }

  @Override
  public RunEngine engine(EngineParts parts) throws IOException {
    return new CloudEngine(
        cloud, maker, onDemandOnlyNanos(parts.settings().spec()), notBeforeMillis, parts);
  }

  private OptionalLong onDemandOnlyNanos(JobSpec job) {
    JobSpec any =
        job.deadline() instanceof Deadline.At
            ? new JobSpec(
                job.name(), job.folder(), new Deadline.None(), job.keepGoing(), job.groups())
            : job;
    return References.onDemandOnly(scenario(any), any, cloud.seed());
  }
}
