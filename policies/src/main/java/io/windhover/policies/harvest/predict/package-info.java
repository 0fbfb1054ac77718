/** What is to be expected of a machine whose cores come and go; plain values in and out. */
@NullMarked
package io.windhover.policies.harvest.predict;

import org.jspecify.annotations.NullMarked;
