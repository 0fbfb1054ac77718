package io.windhover.experiments.kestrel;

import io.windhover.virtual.Deeds;
import io.windhover.simulator.Timeline;

/** What all VMs of a month share. */
record Scene(long seed, Timeline timeline, Wire wire, StarWork work, Deeds deeds, Tally tally) {}
