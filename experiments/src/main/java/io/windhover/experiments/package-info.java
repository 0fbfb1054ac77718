/** The papers redone: tables and figures beside the published values, and checks that can fail. */
@NullMarked
package io.windhover.experiments;

import org.jspecify.annotations.NullMarked;
