@NullMarked
package io.windhover.app.worker;

import org.jspecify.annotations.NullMarked;
