@NullMarked
package io.windhover.policies.bag.frugal;

import org.jspecify.annotations.NullMarked;
