package io.windhover.depot.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.depot.Depot;
import io.windhover.depot.DepotFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was saved comes back whole, or what was saved before it; never a part or a mixture. */
abstract class CheckpointContract {
  private static final String TASK = "5b0c/37/99";

  @TempDir Path home;

  /** An empty depot. */
  abstract Depot depot() throws Exception;

  /** How many moments to die at. */
  abstract int faults();

  @Test
  void aFolderComesBackOnAnotherMachineAsItWas() throws Exception {
    var shelf = new CheckpointShelf(depot(), TASK);
    var task = new TaskFolder(home.resolve("here"), 1);
    CheckpointSaver saver = shelf.saver(1, task.path);
    for (int number = 1; number <= 5; number++) {
      task.work();
      assertThat(saver.save(number * 60_000L)).isPresent();
    }
    var restored = shelf.restore(home.resolve("there")).orElseThrow();
    assertThat(restored.progressMillis()).isEqualTo(300_000);
    assertThat(TaskFolder.contents(home.resolve("there")))
        .isEqualTo(TaskFolder.contents(task.path));
  }

  @Test
  void ofAFinishedTaskNothingStays() throws Exception {
    Depot depot = depot();
    var shelf = new CheckpointShelf(depot, TASK);
    var task = new TaskFolder(home.resolve("here"), 2);
    task.work();
    shelf.saver(1, task.path).save(1);
    shelf.saver(2, task.path).save(2);
    shelf.clear();
    assertThat(depot.list("")).isEmpty();
    assertThat(shelf.restore(home.resolve("there"))).isEmpty();
  }

  @Test
  void onlyWhatTheLastTwoCheckpointsNeedIsKept() throws Exception {
    Depot depot = depot();
    var shelf = new CheckpointShelf(depot, TASK);
    Path folder = Files.createDirectories(home.resolve("here"));
    CheckpointSaver saver = shelf.saver(1, folder);
    for (int number = 1; number <= 10; number++) {
      Files.writeString(folder.resolve("state"), "step " + number);
      saver.save(number);
    }
    assertThat(depot.list(TASK + "/1/files/")).hasSize(2);
    assertThat(shelf.manifests()).hasSize(2);
  }

  /** An attempt that was thought lost goes on saving; the next one is not harmed by it. */
  @Test
  void twoAttemptsThatSaveAtOnceDoNotDisturbEachOther() throws Exception {
    var shelf = new CheckpointShelf(depot(), TASK);
    var frozen = new TaskFolder(home.resolve("frozen"), 3);
    CheckpointSaver first = shelf.saver(1, frozen.path);
    frozen.work();
    first.save(1);
    shelf.restore(home.resolve("next"));
    var next = new TaskFolder(home.resolve("next"), 4);
    CheckpointSaver second = shelf.saver(2, next.path);
    for (int round = 2; round <= 6; round++) {
      frozen.work();
      first.save(round);
      next.work();
      second.save(round);
      first.save(round);
    }
    shelf.restore(home.resolve("there"));
    assertThat(TaskFolder.contents(home.resolve("there")))
        .isEqualTo(TaskFolder.contents(next.path));
  }

  @Test
  void aCheckpointThatIsDamagedIsPassedOver() throws Exception {
    Depot depot = depot();
    var shelf = new CheckpointShelf(depot, TASK);
    Path folder = Files.createDirectories(home.resolve("here"));
    CheckpointSaver saver = shelf.saver(1, folder);
    Files.writeString(folder.resolve("state"), "one");
    saver.save(1);
    Files.writeString(folder.resolve("state"), "two!");
    CheckpointManifest second = saver.save(2).orElseThrow();
    String file = shelf.file(1, second.entries().get(0).content());
    depot.put(file, Files.writeString(home.resolve("bad"), "twO!"));
    assertThat(shelf.restore(home.resolve("there")).orElseThrow().number()).isEqualTo(1);
    assertThat(home.resolve("there/state")).hasContent("one");
  }

  @Test
  void aFolderThatDoesNotHoldStillIsNotTakenForSaved() throws Exception {
    Path folder = Files.createDirectories(home.resolve("here"));
    Files.writeString(folder.resolve("log"), "");
    Depot real = depot();
    // The task writes whenever it is looked at.
    var restless =
        new Depot() {
          @Override
          public void put(String key, Path file) throws DepotFailure {
            real.put(key, file);
            try {
              Files.writeString(
                  folder.resolve("log"), "more\n", java.nio.file.StandardOpenOption.APPEND);
            } catch (IOException e) {
              throw new DepotFailure("test", e);
            }
          }

          @Override
          public boolean create(String key, byte[] text) throws DepotFailure {
            return real.create(key, text);
          }

          @Override
          public java.util.Optional<byte[]> read(String key) throws DepotFailure {
            return real.read(key);
          }

          @Override
          public boolean fetch(String key, Path file) throws DepotFailure {
            return real.fetch(key, file);
          }

          @Override
          public List<String> list(String prefix) throws DepotFailure {
            return real.list(prefix);
          }

          @Override
          public void remove(String key) throws DepotFailure {
            real.remove(key);
          }
        };
    var shelf = new CheckpointShelf(restless, TASK);
    assertThat(shelf.saver(1, folder).save(1)).isEmpty();
    assertThat(shelf.manifests()).isEmpty();
  }

  @Test
  void whoeverDiesAtAnyMomentLeavesWholeCheckpointsOnly() throws Exception {
    Depot depot = depot();
    for (int fault = 1; fault <= faults(); fault++) {
      dieAt(depot, fault);
    }
  }

  /** One story: some checkpoints, then a death at the n-th call, then a restore elsewhere. */
  private void dieAt(Depot depot, int seed) throws Exception {
    Random random = new Random(seed);
    String name = "task/" + seed;
    Path here = home.resolve(seed + "-here");
    var task = new TaskFolder(here, seed);
    List<SortedMap<String, String>> saved = new ArrayList<>();
    var faulty = new FaultyDepot(depot, random.nextInt(1, 20), random.nextBoolean());
    CheckpointSaver saver = new CheckpointShelf(faulty, name).saver(1, here);
    SortedMap<String, String> dying = TaskFolder.contents(here);
    try {
      for (int number = 1; number <= 4; number++) {
        task.work();
        dying = TaskFolder.contents(here);
        if (saver.save(number).isPresent()) {
          saved.add(dying);
        }
      }
    } catch (DepotFailure asPlanned) {
      assertThat(asPlanned).hasMessageStartingWith("died");
    }
    Path there = home.resolve(seed + "-there");
    boolean found = new CheckpointShelf(depot, name).restore(there).isPresent();
    SortedMap<String, String> restored = TaskFolder.contents(there);
    SortedMap<String, String> last = saved.isEmpty() ? null : saved.get(saved.size() - 1);
    boolean right = found ? restored.equals(last) || restored.equals(dying) : last == null;
    assertThat(right)
        .as("seed %d: restored %s, saved last %s, was saving %s", seed, restored, last, dying)
        .isTrue();
  }
}
