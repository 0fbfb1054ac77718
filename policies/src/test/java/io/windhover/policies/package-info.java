/** Tests of the registry and of how settings are read. */
@NullMarked
package io.windhover.policies;

import org.jspecify.annotations.NullMarked;
