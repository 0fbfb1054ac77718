/** Where a manager keeps what must survive it: the journal, snapshots, results, requests. */
@NullMarked
package io.windhover.store;

import org.jspecify.annotations.NullMarked;
