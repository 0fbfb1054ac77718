package io.windhover.policies.harvest.frame;

import io.windhover.policies.harvest.predict.Change;

/** The last change of a machine: what it was, when, and the cores it left. */
public record LastChange(int cores, long atMillis, Change change) {}
