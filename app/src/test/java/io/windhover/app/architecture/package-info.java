/** Checks on the code base itself: which module may use which, and how sources must look. */
package io.windhover.app.architecture;
