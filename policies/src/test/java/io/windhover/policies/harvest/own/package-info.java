/** Tests of our own harvest policy. */
@NullMarked
package io.windhover.policies.harvest.own;

import org.jspecify.annotations.NullMarked;
