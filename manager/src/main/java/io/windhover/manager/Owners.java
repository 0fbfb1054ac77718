package io.windhover.manager;

import io.windhover.store.KeyRange;
import io.windhover.store.Store;
import io.windhover.store.StoreView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Whose job is whose. The store has it under a key for each job, and for each owner under keys in
 * the order of the jobs, written in the commit that accepts the job. They are read when somebody
 * asks: a manager has more jobs on disk than it could remember. Only the thread that holds the turn
 * looks here.
 */
final class Owners {
  /** Owners that are remembered, at most; the others are read again. */
  private static final int REMEMBERED_MAX = 10_000;

  /** Under this key: that jobs can be found by their owners. Older states had no such keys. */
  private static final String INDEXED = "owners";

  private static final String OWNER = "owner/";
  private static final String UPLOAD = "upload/";
  private static final String OF_OWNER = "jobs-of/";
  private static final String UPLOAD_OF = "upload-of/";
  private static final int WRITTEN_AT_ONCE = 1_000;

  private final StoreView store;
  private boolean indexed;
  private final Map<Integer, String> remembered =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
          return size() > REMEMBERED_MAX;
        }
      };

  Owners(StoreView store) {
    this.store = store;
  }

  private static String ownerKey(int job) {
    return OWNER + job;
  }

  /** An owner is an address without a slash, so no two owners can share a key. */
  private static String uploadKey(String owner, String upload) {
    return UPLOAD + owner + "/" + upload;
  }

  private static String listKey(String owner, int job) {
    return "%s%s/%010d".formatted(OF_OWNER, owner, job);
  }

  /** Makes jobs that an older manager accepted findable by their owners, once. */
  void recover(Store written) {
    indexed = store.value(INDEXED).isPresent();
    if (indexed) {
      return;
    }
    Map<String, String> texts = new LinkedHashMap<>();
    everything(
        OWNER,
        (key, owner) -> texts.put(listKey(owner, number(key.substring(OWNER.length()))), "1"));
    everything(
        UPLOAD,
        (key, job) ->
            texts.put(UPLOAD_OF + job, key.substring(key.indexOf('/', UPLOAD.length()) + 1)));
    if (texts.isEmpty()) {
      return;
    }
    Map<String, String> some = new LinkedHashMap<>();
    for (Map.Entry<String, String> text : texts.entrySet()) {
      some.put(text.getKey(), text.getValue());
      if (some.size() == WRITTEN_AT_ONCE) {
        written.append(List.of(), List.of(), some, Store.Durability.PROCESS_CRASH);
        some.clear();
      }
    }
    some.put(INDEXED, "1");
    written.append(List.of(), List.of(), some, Store.Durability.PROCESS_CRASH);
    indexed = true;
  }

  private void everything(String start, BiConsumer<String, String> consumer) {
    store.texts(KeyRange.startingWith(start, Integer.MAX_VALUE), consumer);
  }

  private static int number(String text) {
    return Integer.parseInt(text);
  }

  /** Notes a new job, also in the texts that are committed with it. */
  void add(int job, String owner, String upload, Map<String, String> committed) {
    remembered.put(job, owner);
    if (!owner.isEmpty()) {
      committed.put(ownerKey(job), owner);
      committed.put(listKey(owner, job), "1");
      if (!indexed) {
        committed.put(INDEXED, "1");
        indexed = true;
      }
    }
    if (!upload.isEmpty()) {
      committed.put(uploadKey(owner, upload), Integer.toString(job));
      committed.put(UPLOAD_OF + job, upload);
    }
  }

  /** A job has left the world: it is asked for less often now. */
  void left(int job) {
    remembered.remove(job);
  }

  /** Adds the keys of a job whose time on disk is over, to be removed. */
  void remove(int job, Map<String, String> removed) {
    String owner = of(job);
    removed.put(ownerKey(job), "");
    removed.put(listKey(owner, job), "");
    removed.put(UPLOAD_OF + job, "");
    store.value(UPLOAD_OF + job).ifPresent(name -> removed.put(uploadKey(owner, name), ""));
    remembered.remove(job);
  }

  /** The job that this upload became before. */
  Optional<Integer> uploaded(String owner, String upload, Map<String, String> committed) {
    if (upload.isEmpty()) {
      return Optional.empty();
    }
    String key = uploadKey(owner, upload);
    return Optional.ofNullable(committed.get(key)).or(() -> store.value(key)).map(Owners::number);
  }

  /** The numbers of a job that has left the world, while it is on disk. */
  Optional<Progress.JobProgress> kept(int job) {
    return KeptJobs.progress(store, job);
  }

  /** Empty for a job of nobody's, and for one that is not there. */
  String of(int job) {
    String known = remembered.get(job);
    if (known != null) {
      return known;
    }
    String read = store.value(ownerKey(job)).orElse("");
    if (!read.isEmpty()) {
      remembered.put(job, read);
    }
    return read;
  }

  /** The jobs of this owner that are older than this one, newest first, at most so many. */
  List<Integer> jobsOf(String owner, int before, int most) {
    String start = OF_OWNER + owner + "/";
    List<Integer> jobs = new ArrayList<>();
    store.texts(
        KeyRange.startingWith(start, most).backwards().endingBefore(listKey(owner, before)),
        (key, text) -> jobs.add(number(key.substring(start.length()))));
    return jobs;
  }
}
