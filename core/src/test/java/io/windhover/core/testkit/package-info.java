/** Short ways for tests to describe jobs, machines and attempts. */
@NullMarked
package io.windhover.core.testkit;

import org.jspecify.annotations.NullMarked;
