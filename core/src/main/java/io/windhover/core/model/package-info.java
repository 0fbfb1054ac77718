/** The nouns everybody shares: jobs, tasks, attempts, machines, offers, money. Plain values. */
@NullMarked
package io.windhover.core.model;

import org.jspecify.annotations.NullMarked;
