package io.windhover.app.pool;

/**
 * How much one user may ask of a pool, and all of them together.
 *
 * @param burst requests at once
 * @param perSecond requests in the long run
 * @param uploadsMax jobs on their way in parts at a time
 * @param uploadCharactersMax one of them, as it is sent
 * @param jobBytesMax one of them, unpacked
 * @param uploadMillis parts that are not followed by another within this time are forgotten
 * @param commandCharactersMax one command; it must fit into one stanza to a worker
 * @param jobTasksMax tasks of one job
 * @param liveTasksMax tasks of all jobs of a user that are not over
 * @param liveJobsMax jobs of a user that are not over
 * @param waitingMax stanzas of all users that wait to be read, at most
 * @param waitingBytesMax the memory they take, at most
 * @param pageCharactersMax of an answer; stock servers refuse stanzas that are much larger
 */
public record DeskLimits(
    int burst,
    int perSecond,
    int uploadsMax,
    int uploadCharactersMax,
    int jobBytesMax,
    long uploadMillis,
    int commandCharactersMax,
    int jobTasksMax,
    long liveTasksMax,
    int liveJobsMax,
    int waitingMax,
    long waitingBytesMax,
    int pageCharactersMax) {
  public static final DeskLimits USUAL =
      new DeskLimits(
          400,
          50,
          4,
          24_000_000,
          64_000_000,
          600_000,
          50_000,
          10_000_000,
          20_000_000,
          10_000,
          20_000,
          64_000_000,
          45_000);
}
