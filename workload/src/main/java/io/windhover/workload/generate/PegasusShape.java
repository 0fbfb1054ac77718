package io.windhover.workload.generate;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.workload.generate.TaskLoom.Time;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Five scientific workflows that schedulers are judged by, of any size, in the shapes of the
 * Pegasus workflow gallery: how many tasks of each kind, who waits for whom. At the sizes of the
 * gallery's files (25 to 1000 tasks) the numbers of tasks and their dependencies are those of the
 * files, but for a few of a thousand. Mean and spread of runtimes were measured on the same files;
 * where they grow with the size, a simple law was fitted through them.
 */
public enum PegasusShape {
  /** A mosaic of pictures of the sky: each is projected, neighbours are compared and matched. */
  MONTAGE(11) {
    @Override
    void weave(int tasks, TaskLoom loom) {
      // Six tasks besides pictures, each projected and corrected, and comparisons: four a picture,
      // as a square of pictures has, but in small mosaics no more than there are pairs.
      int pictures = Math.max(2, Math.round((tasks - 6) / 6f));
      while (tasks - 6 - 2 * pictures > pairs(pictures) && tasks - 8 - 2 * pictures > 0) {
        pictures++;
      }
      int comparisons = Math.min(tasks - 6 - 2 * pictures, pairs(pictures));
      List<int[]> pairs = nearestPairs(pictures, comparisons);
      List<Integer> projected = new ArrayList<>();
      for (int i = 0; i < pictures; i++) {
        projected.add(loom.add("mProjectPP", time(13.6, 0.2), List.of()));
      }
      List<Integer> compared = new ArrayList<>();
      for (int[] pair : pairs) {
        List<Integer> both = List.of(projected.get(pair[0]), projected.get(pair[1]));
        compared.add(loom.add("mDiffFit", time(10.6, 0.12), both));
      }
      int concat = loom.add("mConcatFit", time(0.08 * pairs.size(), 0), compared);
      int model = loom.add("mBgModel", time(0.14 * pairs.size(), 0), concat);
      List<Integer> corrected = new ArrayList<>();
      for (int picture : projected) {
        corrected.add(loom.add("mBackground", time(10.7, 0.18), List.of(picture, model)));
      }
      int table = loom.add("mImgTbl", time(0.4 * pictures, 0), corrected);
      int sum = loom.add("mAdd", time(0.6 * pictures, 0), table);
      int small = loom.add("mShrink", time(3.5 + 0.113 * pictures, 0), sum);
      loom.add("mJPEG", time(0.5 + 0.012 * pictures, 0), small);
    }
  },

  /** Lanes of a sequencer, each cut into pieces that pass four stages and are merged again. */
  EPIGENOMICS(8) {
    @Override
    void weave(int tasks, TaskLoom loom) {
      int lanes = Math.max(1, (int) Math.round(StrictMath.sqrt(tasks / 20.0)));
      int merges = lanes == 1 ? 1 : lanes + 1;
      int pieces = Math.max(lanes, Math.round((tasks - 2 - merges - lanes) / 4f));
      double grown = StrictMath.pow(tasks, 0.42); // Larger files hold longer sequences.
      List<Integer> merged = new ArrayList<>();
      for (int lane = 0; lane < lanes; lane++) {
        int share = pieces * (lane + 1) / lanes - pieces * lane / lanes;
        merged.add(lane(share, grown, loom));
      }
      int all = lanes == 1 ? merged.get(0) : loom.add("mapMerge", time(18 * lanes, 0), merged);
      int index = loom.add("maqindex", time(0.05 + 0.00016 * tasks, 0), all);
      loom.add("pileup", time(362 * grown, 0), index);
    }

    private int lane(int pieces, double grown, TaskLoom loom) {
      int split = loom.add("fastqSplit", time(55, 17), List.of());
      List<Integer> mapped = new ArrayList<>();
      for (int i = 0; i < pieces; i++) {
        int clean = loom.add("filterContams", time(44.0 / pieces, 13.0 / pieces), split);
        int sanger = loom.add("sol2sanger", time(13.0 / pieces, 3.5 / pieces), clean);
        int packed = loom.add("fastq2bfq", time(21.0 / pieces, 5.0 / pieces), sanger);
        mapped.add(loom.add("map", time(850 * grown, 220 * grown), packed));
      }
      return loom.add("mapMerge", time(16, 3), mapped);
    }
  },

  /** Earthquakes at a site: few extractions feed many seismograms, whose peaks are gathered. */
  CYBERSHAKE(6) {
    @Override
    void weave(int tasks, TaskLoom loom) {
      int extractions = tasks < 40 ? 2 : 4;
      extractions += (tasks - extractions) % 2;
      int seismograms = (tasks - 2 - extractions) / 2;
      List<Integer> extracted = new ArrayList<>();
      for (int i = 0; i < extractions; i++) {
        extracted.add(loom.add("ExtractSGT", time(123, 36), List.of()));
      }
      List<Integer> made = new ArrayList<>();
      List<Integer> peaks = new ArrayList<>();
      for (int i = 0; i < seismograms; i++) {
        int from = extracted.get(i % extractions);
        made.add(loom.add("SeismogramSynthesis", time(43.7, 12.3), from));
        peaks.add(loom.add("PeakValCalcOkaya", time(1.1, 0.3), made.get(i)));
      }
      loom.add("ZipSeis", time(0.017 * seismograms, 0), made);
      loom.add("ZipPSA", time(0.008 * seismograms, 0), peaks);
    }
  },

  /** A search for gravitational waves: two rounds of matching, each ended by a comparison. */
  INSPIRAL(6) {
    @Override
    void weave(int tasks, TaskLoom loom) {
      // The files hold one group of up to twelve; that larger ones have several is ours.
      int groups = Math.max(1, Math.round(tasks / 50f));
      int banks = Math.max(groups, Math.round((tasks - 2 * groups) / 4f));
      for (int group = 0; group < groups; group++) {
        List<Integer> matched = new ArrayList<>();
        int share = banks * (group + 1) / groups - banks * group / groups;
        for (int i = 0; i < share; i++) {
          int bank = loom.add("TmpltBank", time(18, 0.3), List.of());
          matched.add(loom.add("Inspiral", time(470, 131), bank));
        }
        int compared = loom.add("Thinca", time(5.3, 0.3), matched);
        List<Integer> again = new ArrayList<>();
        for (int i = 0; i < share; i++) {
          int bank = loom.add("TrigBank", time(5.2, 0.25), compared);
          again.add(loom.add("Inspiral", time(470, 131), bank));
        }
        loom.add("Thinca", time(5.3, 0.3), again);
      }
    }
  },

  /** A search for untranslated RNA: a dozen different programs, and many small matches. */
  SIPHT(13) {
    @Override
    void weave(int tasks, TaskLoom loom) {
      int blocks = Math.max(1, Math.round(tasks / 32f));
      int matches = tasks - 12 * blocks;
      for (int block = 0; block < blocks; block++) {
        block(matches * (block + 1) / blocks - matches * block / blocks, loom);
      }
    }

    private void block(int matches, TaskLoom loom) {
      List<Integer> matched = new ArrayList<>();
      for (int i = 0; i < matches; i++) {
        matched.add(loom.add("Patser", time(1.25, 0.26), List.of()));
      }
      int concat = loom.add("Patser_concate", time(0.09, 0.02), matched);
      List<Integer> found = new ArrayList<>();
      found.add(loom.add("Transterm", time(53, 6), List.of()));
      found.add(loom.add("Findterm", time(1_400, 280), List.of()));
      found.add(loom.add("RNAMotif", time(36, 8), List.of()));
      found.add(loom.add("Blast", time(2_350, 330), List.of()));
      int srna = loom.add("SRNA", time(455, 65), found);
      int parsed = loom.add("FFN_Parse", time(1.5, 0.17), srna);
      List<Integer> known = new ArrayList<>(List.of(concat, srna));
      known.add(loom.add("Blast_synteny", time(33, 0), List.of(srna, parsed)));
      known.add(loom.add("Blast_candidate", time(5.3, 0.7), srna));
      known.add(loom.add("Blast_QRNA", time(1_340, 75), srna));
      known.add(loom.add("Blast_paralogues", time(3.9, 1.1), srna));
      loom.add("SRNA_annotate", time(1.6, 0.35), known);
    }
  };

  /** Beyond this nothing is known, and the laws of growth get silly. */
  public static final int TASKS_MAX = 10_000;

  private final int tasksMin;

  PegasusShape(int tasksMin) {
    this.tasksMin = tasksMin;
  }

  /** The smallest number of tasks that still has this shape. */
  public int tasksMin() {
    return tasksMin;
  }

  /** As files and people write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  abstract void weave(int tasks, TaskLoom loom);

  /**
   * Draws a workflow, each task a group of its own.
   *
   * @param tasks how many; the shape may bring it two more or less
   */
  public JobSpec draw(int tasks, long seed, Deadline deadline) {
    if (tasks < tasksMin || tasks > TASKS_MAX) {
      throw new IllegalArgumentException(
          "%s of %d tasks; expected %d to %d".formatted(text(), tasks, tasksMin, TASKS_MAX));
    }
    var loom = new TaskLoom(text(), seed);
    weave(tasks, loom);
    return loom.job(deadline);
  }

  /** Draws a workflow without a deadline. */
  public JobSpec draw(int tasks, long seed) {
    return draw(tasks, seed, new Deadline.None());
  }

  static Time time(double meanSeconds, double deviationSeconds) {
    return new Time(meanSeconds, deviationSeconds);
  }

  private static int pairs(int pictures) {
    return pictures * (pictures - 1) / 2;
  }

  /** Pictures in the rows of a square; of all pairs those that lie nearest, each once. */
  private static List<int[]> nearestPairs(int pictures, int count) {
    int width = (int) Math.ceil(StrictMath.sqrt(pictures));
    List<int[]> pairs = new ArrayList<>();
    for (int[] step : steps(width)) {
      for (int first = 0; first < pictures && pairs.size() < count; first++) {
        int column = first % width + step[0];
        int second = first + step[0] + step[1] * width;
        if (column >= 0 && column < width && second < pictures) {
          pairs.add(new int[] {first, second});
        }
      }
    }
    return pairs;
  }

  /** From a picture to those after it, the nearest first. */
  private static List<int[]> steps(int width) {
    List<int[]> steps = new ArrayList<>();
    for (int down = 0; down < width; down++) {
      for (int right = down == 0 ? 1 : 1 - width; right < width; right++) {
        steps.add(new int[] {right, down});
      }
    }
    steps.sort(Comparator.comparingInt(step -> step[0] * step[0] + step[1] * step[1]));
    return steps;
  }
}
