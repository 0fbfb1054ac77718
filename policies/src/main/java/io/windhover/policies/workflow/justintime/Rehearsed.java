package io.windhover.policies.workflow.justintime;

import io.windhover.core.model.JobSpec;
import java.util.List;

/**
 * Past arrivals that were rehearsed to choose plans and habits, and what the choice made of them.
 *
 * @param jobs of each arrival, with a deadline that counts from its submission
 * @param nanos what they would have cost, on the mean of their beginnings
 * @param luck how far off estimates were
 * @param past how many of them have come; the others repeat those
 * @param seen how many have come in all
 * @param changed whether they have come at another rate since the last rehearsal; of few jobs
 *     nobody can tell
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
public record Rehearsed(
    List<JobSpec> jobs,
    long[] atMillis,
    double nanos,
    Luck luck,
    int past,
    int seen,
    boolean changed) {}
