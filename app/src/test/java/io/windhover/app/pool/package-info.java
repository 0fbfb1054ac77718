@NullMarked
package io.windhover.app.pool;

import org.jspecify.annotations.NullMarked;
