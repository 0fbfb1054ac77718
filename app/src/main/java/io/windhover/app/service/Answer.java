package io.windhover.app.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.windhover.app.place.BadField;
import io.windhover.placement.Placement.Rejection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the service says. The components of a record are the members of the JSON it becomes.
 *
 * @param body one of the records below
 */
public record Answer(Kind kind, Object body) {
  /** How it went. */
  public enum Kind {
    DONE,
    CREATED,
    BAD,
    MISSING,
    CONFLICT,
    FAILED,
    UNAVAILABLE
  }

  /**
   * A placement: reserved until it expires, or confirmed.
   *
   * @param victims what ends with the confirm; in the answer to a confirm, what ended by it
   * @param since when the room was reserved, or when the instance was confirmed as started
   * @param expiresAt when the reservation is over
   * @param endsAt when the life of the confirmed instance is over
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PlacementSeen(
      String id,
      String state,
      String instance,
      String host,
      boolean preemptible,
      int vcpus,
      int ramMb,
      int diskGb,
      List<String> victims,
      @Nullable Double victimCost,
      @Nullable String since,
      @Nullable String expiresAt,
      @Nullable Long maxRunSeconds,
      @Nullable String endsAt,
      @Nullable Boolean provenCheapest) {}

  /** A page of placements, by number; {@code next} as for hosts. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PlacementPage(List<PlacementSeen> placements, @Nullable String next) {}

  /** What went wrong, for programs ({@code error}) and for people. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Problem(
      String error, String message, @Nullable String field, @Nullable List<Rejection> rejections) {
    public static Problem of(String error, String message) {
      return new Problem(error, message, null, null);
    }

    /** What was sent cannot be used. */
    public static Problem of(BadField bad) {
      String field = bad.path().isEmpty() ? null : bad.path();
      return new Problem("bad-request", String.valueOf(bad.getMessage()), field, null);
    }
  }

  /** What is free counts every instance and every reservation, of what may be promised. */
  public record HostLine(
      String id,
      int vcpus,
      int ramMb,
      int diskGb,
      double cpuAllocationRatio,
      double ramAllocationRatio,
      int freeVcpus,
      int freeRamMb,
      int freeDiskGb,
      int instances,
      int reservations) {}

  /**
   * A page of hosts, by name.
   *
   * @param next where to go on; absent on the last page
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record HostPage(List<HostLine> hosts, @Nullable String next) {}

  /**
   * An instance that runs.
   *
   * @param state running, victim (it ends when the placement victimOf is confirmed) or overdue (its
   *     life is over; it is to be ended)
   * @param placement by which it came; absent when it came with its host
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record InstanceSeen(
      String id,
      String host,
      String state,
      boolean preemptible,
      int vcpus,
      int ramMb,
      int diskGb,
      String since,
      double runSeconds,
      double pricePerHour,
      int priority,
      String group,
      @Nullable Long maxRunSeconds,
      @Nullable String endsAt,
      @Nullable String placement,
      @Nullable String victimOf) {}

  /** A page of instances, by name; {@code next} as for hosts. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record InstancePage(List<InstanceSeen> instances, @Nullable String next) {}

  public record HostSeen(
      String id,
      int vcpus,
      int ramMb,
      int diskGb,
      double cpuAllocationRatio,
      double ramAllocationRatio,
      double diskAllocationRatio,
      double diskOversubscription,
      List<String> traits,
      String zone,
      int freeVcpus,
      int freeRamMb,
      int freeDiskGb,
      List<InstanceSeen> instances,
      List<PlacementSeen> reservations) {}

  public record HostGone(String id, List<String> instances, List<String> placements) {}

  public record InstanceGone(String id, String host) {}

  static Answer conflict(String message) {
    return new Answer(Kind.CONFLICT, Problem.of("conflict", message));
  }

  static Answer missing(String message) {
    return new Answer(Kind.MISSING, Problem.of("not-found", message));
  }

  static Answer unavailable(String message) {
    return new Answer(Kind.UNAVAILABLE, Problem.of("unavailable", message));
  }
}
