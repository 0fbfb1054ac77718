package io.windhover.manager;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whose job is whose. The store has it under a key for each job, written in the commit that accepts
 * the job; only the thread that holds the turn looks here.
 */
final class Owners {
  private final Function<String, Optional<String>> texts;
  private final List<String> byJob = new ArrayList<>();
  private final Map<String, List<Integer>> jobs = new LinkedHashMap<>();

  Owners(Function<String, Optional<String>> texts) {
    this.texts = texts;
  }

  private static String ownerKey(int job) {
    return "owner/" + job;
  }

  /** An owner is an address without a slash, so no two owners can share a key. */
  private static String uploadKey(String owner, String upload) {
    return "upload/" + owner + "/" + upload;
  }

  /** Takes up the jobs that an earlier life of the manager accepted. */
  void recover(int jobCount) {
    for (int job = 1; job <= jobCount; job++) {
      add(job, texts.apply(ownerKey(job)).orElse(""));
    }
  }

  private void add(int job, String owner) {
    byJob.add(owner);
    if (!owner.isEmpty()) {
      jobs.computeIfAbsent(owner, o -> new ArrayList<>()).add(job);
    }
  }

  /** Notes a new job, also in the texts that are committed with it. */
  void add(int job, String owner, String upload, Map<String, String> committed) {
    add(job, owner);
    if (!owner.isEmpty()) {
      committed.put(ownerKey(job), owner);
    }
    if (!upload.isEmpty()) {
      committed.put(uploadKey(owner, upload), Integer.toString(job));
    }
  }

  /** The job that this upload became before. */
  Optional<Integer> uploaded(String owner, String upload, Map<String, String> committed) {
    if (upload.isEmpty()) {
      return Optional.empty();
    }
    String key = uploadKey(owner, upload);
    return Optional.ofNullable(committed.get(key)).or(() -> texts.apply(key)).map(Integer::valueOf);
  }

  /** Empty for a job of nobody's, and for one that is not there. */
  String of(int job) {
    return job >= 1 && job <= byJob.size() ? byJob.get(job - 1) : "";
  }

  /** The jobs of this owner, oldest first. */
  List<Integer> jobsOf(String owner) {
    return Collections.unmodifiableList(jobs.getOrDefault(owner, List.of()));
  }
}
