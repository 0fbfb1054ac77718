/**
 * A job as everybody is shown it: {@link io.windhover.app.job.JobStatus} is the value, {@code
 * JobJson} what programs and the wire get of it, {@code JobWords} what people do.
 */
@NullMarked
package io.windhover.app.job;

import org.jspecify.annotations.NullMarked;
