/** What redoing a paper means, whichever paper: rows beside published values, checks, pictures. */
@NullMarked
package io.windhover.experiments.paper;

import org.jspecify.annotations.NullMarked;
