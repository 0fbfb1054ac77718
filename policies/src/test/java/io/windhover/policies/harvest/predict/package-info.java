/** Tests of the prediction of changes. */
@NullMarked
package io.windhover.policies.harvest.predict;

import org.jspecify.annotations.NullMarked;
