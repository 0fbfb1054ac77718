/** Tests of what users, managers and workers write down. */
@NullMarked
package io.windhover.app.settings;

import org.jspecify.annotations.NullMarked;
