package io.windhover.app.terminal;

import io.windhover.manager.Progress;
import io.windhover.manager.Progress.JobProgress;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Shows how far a job is, from a thread of its own: a live block where lines can be drawn over,
 * elsewhere a line at every tenth of the work or every half minute. Other lines go between.
 */
public final class ProgressDisplay implements AutoCloseable {
  private static final long FRAME_MILLIS = 100;
  private static final long PLAIN_LOOK_MILLIS = 500;
  private static final long PLAIN_LINE_NANOS = 30_000_000_000L;
  private static final long COLUMNS_MILLIS = 2_000;
  private static final int TENTH_PERCENT = 10;

  private final PrintWriter err;
  private final Terminal terminal;
  private final LiveBlock block;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Supplier<List<String>> beside = List::of;
  private boolean drawn;
  private long columnsAtMillis;
  private int columns;
  private int saidPercent;
  private long saidAtNanos;

  public ProgressDisplay(PrintWriter err, Terminal terminal) {
    this.err = err;
    this.terminal = terminal;
    this.block = new LiveBlock(terminal);
  }

  /** Says a line that stays. */
  public synchronized void say(String line) {
    erase();
    err.println(line);
    err.flush();
  }

  /** Shows these words too, whenever progress is shown. */
  public void beside(Supplier<List<String>> words) {
    beside = words;
  }

  /** Shows the progress of the first job from now on; its time counts from now on too. */
  public void show(Supplier<Progress> progress, LongSupplier clock) {
    show(progress, clock.getAsLong(), clock);
  }

  /** The same for a job that began earlier, by the system's clock. */
  public void show(Supplier<Progress> progress, long beganMillis) {
    show(progress, beganMillis, System::currentTimeMillis);
  }

  /** The same by another clock. */
  public synchronized void show(Supplier<Progress> progress, long beganMillis, LongSupplier clock) {
    var shower = new Thread(() -> run(progress, beganMillis, clock), "windhover-progress");
    shower.setDaemon(true);
    shower.start();
  }

  private void run(Supplier<Progress> progress, long beganMillis, LongSupplier clock) {
    long firstMillis = clock.getAsLong();
    Optional<JobProgress> first = progress.get().jobs().stream().findFirst();
    int endedBefore = first.map(ProgressText::ended).orElse(0);
    var pace = new Pace(firstMillis, endedBefore);
    saidAtNanos = System.nanoTime();
    saidPercent = first.map(ProgressText::percent).orElse(0);
    while (pause(terminal.live() ? FRAME_MILLIS : PLAIN_LOOK_MILLIS)) {
      long nowMillis = clock.getAsLong();
      progress.get().jobs().stream()
          .findFirst()
          .ifPresent(
              job -> {
                pace.sample(nowMillis, ProgressText.ended(job));
                frame(job, pace, beganMillis, nowMillis);
              });
    }
  }

  private boolean pause(long millis) {
    try {
      return !ended.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void frame(JobProgress job, Pace pace, long beganMillis, long nowMillis) {
    if (!terminal.live()) {
      plain(job, pace, nowMillis, nowMillis - beganMillis);
      return;
    }
    if (nowMillis - columnsAtMillis >= COLUMNS_MILLIS) {
      columns = Terminal.columns();
      columnsAtMillis = nowMillis;
    }
    synchronized (this) {
      if (ended.getCount() == 0) {
        return;
      }
      String frame =
          block.draw(job, details(job, pace, nowMillis - beganMillis), pace, nowMillis, columns);
      err.print(drawn ? LiveBlock.erase() + frame : frame);
      err.flush();
      drawn = true;
    }
  }

  private void plain(JobProgress job, Pace pace, long nowMillis, long elapsedMillis) {
    int percent = ProgressText.percent(job);
    boolean tenth = percent / TENTH_PERCENT > saidPercent / TENTH_PERCENT && percent < 100;
    if (!tenth && System.nanoTime() - saidAtNanos < PLAIN_LINE_NANOS) {
      return;
    }
    saidPercent = percent;
    saidAtNanos = System.nanoTime();
    String deadline = ProgressText.deadline(job, pace, nowMillis);
    say(
        "%s: %s (%d%%), %s%s"
            .formatted(
                job.name(),
                ProgressText.count(job),
                percent,
                String.join(", ", details(job, pace, elapsedMillis)),
                deadline.isEmpty() ? "" : ", " + deadline));
  }

  private List<String> details(JobProgress job, Pace pace, long elapsedMillis) {
    List<String> parts = new ArrayList<>(ProgressText.details(job, pace, elapsedMillis));
    parts.addAll(1, beside.get());
    return parts;
  }

  private void erase() {
    if (drawn) {
      err.print(LiveBlock.erase());
      drawn = false;
    }
  }

  /** Takes the block away and shows no more. */
  @Override
  public synchronized void close() {
    ended.countDown();
    erase();
    err.flush();
  }
}
