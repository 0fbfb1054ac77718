/** Work made from a seed, for papers that publish no more than a table of it. */
@NullMarked
package io.windhover.workload.generate;

import org.jspecify.annotations.NullMarked;
