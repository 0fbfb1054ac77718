package io.windhover.experiments.kestrel;

import io.windhover.simulator.Timeline;
import io.windhover.virtual.Deeds;

/** What all VMs of a month share. */
record Scene(long seed, Timeline timeline, Wire wire, StarWork work, Deeds deeds, Tally tally) {}
