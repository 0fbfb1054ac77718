/** What a plan is made of: deadlines to look at, a market, and single runs of the work. */
@NullMarked
package io.windhover.app.plan;

import org.jspecify.annotations.NullMarked;
