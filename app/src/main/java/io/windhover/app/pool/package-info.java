/**
 * The manager of a pool, as people and their programs meet it: jobs, questions, chat. How it is
 * said is in docs/wire.md; workers are met in {@code io.windhover.wire.xmpp.pool}.
 */
@NullMarked
package io.windhover.app.pool;

import org.jspecify.annotations.NullMarked;
