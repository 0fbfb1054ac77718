/** SlackSched redone: long tasks on harvest machines (Agarwal and others). */
@NullMarked
package io.windhover.experiments.slacksched;

import org.jspecify.annotations.NullMarked;
