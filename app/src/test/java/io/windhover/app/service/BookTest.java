package io.windhover.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.place.BodyReader;
import io.windhover.app.service.Answer.PlacementSeen;
import io.windhover.placement.AllocationRatios;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import io.windhover.store.SqliteStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However the book is made again from what was written, it is the same book. */
final class BookTest {
  private static final int STEPS = 3_000;

  @TempDir private Path dir;
  private final Book book = new Book(3_600_000);
  private final List<Fact> facts = new ArrayList<>();
  private final Clerk clerk =
      new Clerk(book, Schedulers.onePass(Settings.defaults()), this.facts::add);
  private final Random random = new Random(7);
  private final List<String> placements = new ArrayList<>();
  private final List<String> instances = new ArrayList<>();
  private long nowMillis = 1_000_000;

  private static String text(Book book) {
    var text = new FactText.Writer();
    book.facts(text::add);
    return text.text();
  }

  private static Book again(String text) {
    var book = new Book(3_600_000);
    FactText.read(text, book::apply);
    return book;
  }

  @Test
  void aSnapshotOrAllFactsMakeTheSameBook() {
    for (int step = 0; step < STEPS; step++) {
      step(step);
      if (step % 100 == 99) {
        var journal = new FactText.Writer();
        facts.forEach(journal::add);
        assertThat(text(again(journal.text()))).as("step " + step).isEqualTo(text(book));
        assertThat(text(again(text(book)))).as("step " + step).isEqualTo(text(book));
      }
    }
    assertThat(facts).hasAtLeastOneElementOfType(Fact.HostRemoved.class);
    assertThat(facts).anyMatch(fact -> fact instanceof Fact.Released over && over.expired());
    assertThat(facts).hasAtLeastOneElementOfType(Fact.LifeOver.class);
    assertThat(facts)
        .anyMatch(fact -> fact instanceof Fact.Reserved one && one.victims().size() > 1);
  }

  private void step(int step) {
    nowMillis += random.nextInt(200);
    clerk.releaseExpired(nowMillis);
    clerk.noteLivesOver(nowMillis);
    int choice = random.nextInt(100);
    if (choice < 45) {
      place("i" + step);
    } else if (choice < 75 && !placements.isEmpty()) {
      clerk.answer(new Ask.Confirm(any(placements)), nowMillis);
    } else if (choice < 85 && !placements.isEmpty()) {
      clerk.answer(new Ask.Release(any(placements)), nowMillis);
    } else if (choice < 95 && !instances.isEmpty()) {
      clerk.answer(new Ask.EndInstance(any(instances)), nowMillis);
    } else if (choice < 99) {
      putHost("h" + random.nextInt(6));
    } else {
      clerk.answer(new Ask.RemoveHost("h" + random.nextInt(6)), nowMillis);
    }
  }

  private String any(List<String> names) {
    return names.remove(random.nextInt(names.size()));
  }

  private void place(String id) {
    int vcpus = 1 + random.nextInt(6);
    boolean preemptible = random.nextInt(3) > 0;
    String wish =
        "{'id': '%s', 'preemptible': %s, 'vcpus': %d, 'ramMb': %d, 'reserveSeconds': 3, %s}"
            .replace('\'', '"')
            .formatted(
                id,
                preemptible,
                vcpus,
                vcpus * 1000,
                "\"maxRunSeconds\": " + (preemptible ? random.nextInt(6) : 0));
    var terms = BodyReader.wish(BodyReader.json(wish.getBytes(StandardCharsets.UTF_8)), 60);
    if (clerk.answer(new Ask.Place(terms), nowMillis).body() instanceof PlacementSeen seen) {
      placements.add(seen.id());
      instances.add(id);
    }
  }

  private void putHost(String host) {
    String size =
        "{\"vcpus\": %d, \"ramMb\": 16000, \"cpuAllocationRatio\": %s}"
            .formatted(10 + random.nextInt(4), random.nextBoolean() ? "1.6" : "2");
    var description = BodyReader.json(size.getBytes(StandardCharsets.UTF_8));
    var described = BodyReader.host(description, host, AllocationRatios.ONE, nowMillis);
    clerk.answer(new Ask.PutHost(described), nowMillis);
  }

  /** Journals of before allocation ratios and limited lives lack the last members. */
  @Test
  void anOlderJournalIsRead() {
    Book old =
        again(
            """
            ["host","a",8,16000,100,2.0,["ssd"],"z",[["v",true,2,4000,10,5000,0.5,3,"g"]]]
            ["reserved",1,"a",["n",false,8,8000,0,9000,0.0,0,""],["v"],4.0,69000]
            """);
    assertThat(text(old))
        .isEqualTo(
            """
            ["last-number",1]
            ["host","a",8,16000,100,2.0,["ssd"],"z",[["v",true,2,4000,10,5000,0.5,3,"g",0]],1.0,1.0]
            ["reserved",1,"a",["n",false,8,8000,0,9000,0.0,0,"",0],["v"],4.0,69000]
            """);
  }

  @Test
  void theLedgerForgetsWhatItsSnapshotsHold() {
    try (Ledger ledger = Ledger.open(dir)) {
      int written = 0;
      for (int step = 0; step < 1_000; step++) {
        step(step);
        var group = new FactText.Writer();
        facts.subList(written, facts.size()).forEach(group::add);
        written = facts.size();
        if (group.count() > 0) {
          ledger.append(group, nowMillis);
        }
        ledger.tidy(book, 200);
      }
    }
    List<Long> kept = new ArrayList<>();
    try (var store = SqliteStore.openForReading(dir.resolve("windhover.db"))) {
      store.entriesAfter(0, entry -> kept.add(entry.sequence()));
    }
    assertThat(kept.get(0)).as("the oldest entries are gone").isGreaterThan(1);
    var loaded = new Book(3_600_000);
    try (Ledger ledger = Ledger.open(dir)) {
      ledger.load(loaded);
    }
    assertThat(text(loaded)).isEqualTo(text(book));
  }
}
