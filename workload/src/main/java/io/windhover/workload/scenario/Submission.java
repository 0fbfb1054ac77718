package io.windhover.workload.scenario;

import io.windhover.core.model.JobSpec;

/** A job and when it comes. */
public record Submission(long atMillis, JobSpec spec) {}
