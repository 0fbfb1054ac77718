package io.windhover.app.local;

import io.windhover.manager.Progress;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How a run goes, for who is shown it.
 *
 * @param progress of the job, whenever it is asked for
 * @param where it runs, in words
 * @param clock that the run goes by, in which deadlines and times of progress are
 * @param machines what there is to say about rented machines, in a few words each
 */
public record RunCourse(
    Supplier<Progress> progress,
    String where,
    LongSupplier clock,
    Supplier<List<String>> machines) {}
