package io.windhover.experiments.opie.openb;

import io.windhover.placement.Size;

/**
 * A pod of the records as a wish for an instance.
 *
 * @param size thousandths of a CPU, MiB, and in the place of the disk thousandths of a GPU
 */
record Pod(String id, boolean preemptible, Size size, long arrivesSeconds, long runsSeconds) {
  int gpuMilli() {
    return size.diskGb();
  }
}
