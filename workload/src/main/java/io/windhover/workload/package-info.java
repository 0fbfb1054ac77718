/** Job files: what people write to say what is to be run, read with errors that name the line. */
@NullMarked
package io.windhover.workload;

import org.jspecify.annotations.NullMarked;
