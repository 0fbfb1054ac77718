package io.windhover.depot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every depot promises, against the real thing. */
public abstract class DepotContract {
  @TempDir protected Path home;

  /** An empty depot. */
  protected abstract Depot depot() throws Exception;

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(home.resolve(name), bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100_000, 12_000_000})
  void whatIsPutIsFetchedTheSame(int size) throws Exception {
    byte[] bytes = new byte[size];
    new java.util.Random(size).nextBytes(bytes);
    Depot depot = depot();
    depot.put("a/b/file-1", file("in", bytes));
    assertThat(depot.fetch("a/b/file-1", home.resolve("out"))).isTrue();
    assertThat(Files.readAllBytes(home.resolve("out"))).isEqualTo(bytes);
  }

  @Test
  void aSecondPutReplacesTheFirst() throws Exception {
    Depot depot = depot();
    depot.put("k", file("one", new byte[] {1, 1, 1}));
    depot.put("k", file("two", new byte[] {2}));
    assertThat(depot.read("k")).hasValueSatisfying(b -> assertThat(b).containsExactly(2));
  }

  @Test
  void whatIsNotThereIsNotFound() throws Exception {
    Depot depot = depot();
    assertThat(depot.read("no/such")).isEmpty();
    assertThat(depot.fetch("no/such", home.resolve("out"))).isFalse();
    assertThat(home.resolve("out")).doesNotExist();
    assertThat(depot.list("no/")).isEmpty();
    depot.remove("no/such");
  }

  @Test
  void ofManyWhoCreateAKeyAtOnceOneHasItsWay() throws Exception {
    Depot depot = depot();
    int many = 8;
    ExecutorService threads = Executors.newFixedThreadPool(many);
    try {
      List<Callable<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        byte[] mine = ("writer " + i).getBytes(StandardCharsets.UTF_8);
        all.add(() -> depot.create("only/one", mine));
      }
      List<Integer> won = new ArrayList<>();
      List<Future<Boolean>> done = threads.invokeAll(all);
      for (int i = 0; i < many; i++) {
        if (done.get(i).get()) {
          won.add(i);
        }
      }
      assertThat(won).hasSize(1);
      assertThat(depot.read("only/one").map(b -> new String(b, StandardCharsets.UTF_8)))
          .contains("writer " + won.get(0));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void keysAreListedInOrderByWhatTheyBeginWith() throws Exception {
    Depot depot = depot();
    for (String key : List.of("j/1/b", "j/1/a", "j/10/a", "j/2", "k")) {
      depot.create(key, new byte[0]);
    }
    assertThat(depot.list("j/1/")).containsExactly("j/1/a", "j/1/b");
    assertThat(depot.list("j/1")).containsExactly("j/1/a", "j/1/b", "j/10/a");
    assertThat(depot.list("")).containsExactly("j/1/a", "j/1/b", "j/10/a", "j/2", "k");
    depot.remove("j/1/a");
    assertThat(depot.list("j/1/")).containsExactly("j/1/b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/a", "a//b", "../a", "a/../b", "a/./b", ".a", "a b", "ä", "a\n"})
  void whatIsNoKeyIsRefused(String key) throws Exception {
    Depot depot = depot();
    assertThatThrownBy(() -> depot.create(key, new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
