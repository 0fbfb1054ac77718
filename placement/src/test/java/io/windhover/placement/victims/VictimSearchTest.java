package io.windhover.placement.victims;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.placement.victims.BruteForce.Answer;
import io.windhover.placement.victims.BruteForce.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class VictimSearchTest {
  private static final int HOSTS = 10_000;

  @Test
  void equalsBruteForceOnTenThousandRandomHosts() {
    for (int seed = 0; seed < HOSTS; seed++) {
      var chance = new SplittableRandom(seed);
      List<Item> items = items(chance, chance.nextInt(1, 17));
      int vcpus = chance.nextInt(-2, 12);
      int ram = chance.nextInt(-2, 12) * (chance.nextBoolean() ? 1000 : 777);
      int disk = chance.nextInt(-2, 12) * 10;
      Answer expected = BruteForce.cheapest(vcpus, ram, disk, items);
      VictimSearch search = search(vcpus, ram, disk, items);
      assertThat(search.cheapest()).as("seed %d", seed).isEqualTo(expected != null);
      if (expected != null) {
        assertThat(search.proven()).isTrue();
        assertThat(search.chosenCost()).as("seed %d", seed).isEqualTo(expected.cost());
        assertThat(Arrays.stream(search.chosen()).boxed().toList())
            .as("seed %d", seed)
            .isEqualTo(expected.chosen());
        assertThat(search(vcpus, ram, disk, items).cheapestCost(VictimSearch.NONE))
            .as("seed %d", seed)
            .isEqualTo(expected.cost());
        limitIsKept(vcpus, ram, disk, items, expected.cost());
      } else {
        assertThat(search(vcpus, ram, disk, items).cheapestCost(VictimSearch.NONE))
            .isEqualTo(VictimSearch.NONE);
      }
    }
  }

  private static void limitIsKept(int vcpus, int ram, int disk, List<Item> items, long cost) {
    assertThat(search(vcpus, ram, disk, items).cheapestCost(cost)).isEqualTo(cost);
    assertThat(search(vcpus, ram, disk, items).cheapestCost(cost + 5)).isEqualTo(cost);
    if (cost > 0) {
      assertThat(search(vcpus, ram, disk, items).cheapestCost(cost - 1))
          .isEqualTo(VictimSearch.NONE);
    }
  }

  /** Sizes of a few flavours or of any kind; costs with many ties, none, or in step with size. */
  private static List<Item> items(SplittableRandom chance, int count) {
    int kind = chance.nextInt(6);
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int flavour = 1 << chance.nextInt(3);
      boolean flavours = kind < 3;
      int vcpus = flavours ? flavour : chance.nextInt(0, 5);
      int ram = flavours ? flavour * 2000 : chance.nextInt(0, 8000);
      int disk = flavours ? flavour * 20 : chance.nextInt(0, 60);
      long cost =
          switch (kind % 3) {
            case 0 -> chance.nextInt(0, 4);
            case 1 -> chance.nextInt(0, 3600) * 1_000_000L;
            default -> vcpus * 1000L + ram + disk * 100L;
          };
      items.add(new Item(vcpus, ram, disk, cost));
    }
    return items;
  }

  static VictimSearch search(int vcpus, int ram, int disk, List<Item> items) {
    var search = new VictimSearch();
    search.begin(vcpus, ram, disk);
    items.forEach(item -> search.add(item.vcpus(), item.ram(), item.disk(), item.cost()));
    return search;
  }

  @Test
  void anExactFitFits() {
    var search = search(2, 4000, 40, List.of(new Item(2, 4000, 40, 7)));
    assertThat(search.cheapest()).isTrue();
    assertThat(search.chosen()).containsExactly(0);
  }

  @Test
  void nothingMissingEndsNothing() {
    var search = search(0, -5, 0, List.of(new Item(2, 4000, 40, 0)));
    assertThat(search.cheapest()).isTrue();
    assertThat(search.chosen()).isEmpty();
  }

  @Test
  void whatCostsNothingIsStillNotEndedForNothing() {
    var items = List.of(new Item(1, 0, 0, 0), new Item(1, 0, 0, 0), new Item(2, 0, 0, 0));
    var search = search(2, 0, 0, items);
    assertThat(search.cheapest()).isTrue();
    assertThat(search.chosen()).containsExactly(2);
  }

  @Test
  void beyondItsLimitTheAnswerIsSufficientAndSaysSo() {
    var chance = new SplittableRandom(3);
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      int ram = 2 * chance.nextInt(500, 1000);
      items.add(new Item(chance.nextInt(1, 9), ram, chance.nextInt(1, 90), ram));
    }
    for (int needed : new int[] {20_001, 300_001}) {
      var search = search(100, needed, 1000, items);
      search.setNodesMax(2_000);
      assertThat(search.cheapest()).isTrue();
      assertThat(search.proven()).isFalse();
      assertThat(Arrays.stream(search.chosen()).mapToObj(items::get).mapToInt(Item::ram).sum())
          .isBetween(needed, needed + 6_000);
    }
  }

  @Test
  void manyAlikeAreReducedAndProven() {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      items.add(new Item(1, 2000, 20, i * 7919 % 1000));
    }
    var search = search(8, 16000, 160, items);
    assertThat(search.cheapest()).isTrue();
    assertThat(search.proven()).isTrue();
    assertThat(search.chosenCost()).isEqualTo(28);
    assertThat(search.chosen()).hasSize(8);
  }
}
