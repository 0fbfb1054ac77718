/**
 * This machine and what is on it, for every program of ours: what it is called and has, signals,
 * folders that one process holds at a time, who may read what is in them, and secrets in files.
 */
@NullMarked
package io.windhover.host;

import org.jspecify.annotations.NullMarked;
