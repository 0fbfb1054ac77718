package io.windhover.core.harvest;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How many cores each of some harvest machines had, from moment to moment.
 *
 * @param endMillis the trace says nothing about later; no step lies beyond it
 */
public record HarvestTrace(List<Hvm> hvms, long endMillis) {
  /**
   * From this moment on so many cores; none means that it was evicted. What follows an eviction is
   * another machine under the same name.
   */
  public record Step(long atMillis, int cores) {}

  /**
   * One harvest machine, or several that came one after the other under one name.
   *
   * @param steps in order of time, each with another number of cores than the one before
   */
  public record Hvm(String name, int minimumCores, long memoryBytes, List<Step> steps) {
    public Hvm {
      steps = List.copyOf(steps);
      if (name.isBlank() || minimumCores < 1 || memoryBytes < 0) {
        throw new IllegalArgumentException(
            "hvm '%s': at least %d cores, %d bytes".formatted(name, minimumCores, memoryBytes));
      }
      long atMillis = -1;
      int cores = 0;
      for (Step step : steps) {
        if (step.atMillis() <= atMillis || step.cores() == cores) {
          throw new IllegalArgumentException(
              "hvm %s: %d cores at %d ms after %d at %d ms"
                  .formatted(name, step.cores(), step.atMillis(), cores, atMillis));
        }
        if (step.cores() != 0 && step.cores() < minimumCores) {
          throw new IllegalArgumentException(
              "hvm %s: %d cores at %d ms, its minimum is %d"
                  .formatted(name, step.cores(), step.atMillis(), minimumCores));
        }
        atMillis = step.atMillis();
        cores = step.cores();
      }
    }

    /** What it has at a moment; 0 when it is not there. */
    public int coresAt(long atMillis) {
      int low = 0;
      int high = steps.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (steps.get(middle).atMillis() <= atMillis) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low == 0 ? 0 : steps.get(low - 1).cores();
    }

    /** Core-milliseconds between two moments; the last step goes on for ever. */
    public long coreMillis(long fromMillis, long toMillis) {
      long sum = 0;
      for (int i = 0; i < steps.size(); i++) {
        long begin = Math.max(fromMillis, steps.get(i).atMillis());
        long end = i + 1 < steps.size() ? steps.get(i + 1).atMillis() : toMillis;
        sum += steps.get(i).cores() * Math.max(0, Math.min(end, toMillis) - begin);
      }
      return sum;
    }
  }

  public HarvestTrace {
    hvms = List.copyOf(hvms);
    Set<String> names = new TreeSet<>();
    for (Hvm hvm : hvms) {
      if (!names.add(hvm.name())) {
        throw new IllegalArgumentException("hvm " + hvm.name() + " is there twice");
      }
      List<Step> steps = hvm.steps();
      if (!steps.isEmpty() && steps.get(steps.size() - 1).atMillis() > endMillis) {
        throw new IllegalArgumentException(
            "hvm %s changes at %d ms, the trace ends at %d ms"
                .formatted(hvm.name(), steps.get(steps.size() - 1).atMillis(), endMillis));
      }
    }
  }

  /** Cores of all machines together, averaged over the whole trace. */
  public double meanCores() {
    long sum = hvms.stream().mapToLong(hvm -> hvm.coreMillis(0, endMillis)).sum();
    return endMillis == 0 ? 0 : (double) sum / endMillis;
  }
}
