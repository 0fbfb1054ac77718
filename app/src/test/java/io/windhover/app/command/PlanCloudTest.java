package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What run --cloud would cost, from the same two files, before anything is rented. */
class PlanCloudTest {
  @TempDir private Path folder;
  private Path cloud;
  private Path job;

  @BeforeEach
  void setUp() throws IOException {
    cloud = write(RentingPoolFolder.CLOUD + "market: {hibernation: {hibernations: 2, per: 1h}}\n");
    job =
        Files.writeString(
            folder.resolve("job.yaml"),
            "{deadline: 1h, tasks: [{name: t, count: 20, command: work, runtime: 10m}]}\n");
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("cloud.yaml"), text);
  }

  private Typed plan(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("plan", job.toString(), "--cloud", cloud.toString(), "--seeds", "5"));
    words.addAll(List.of(more));
    return Typed.here(words.toArray(String[]::new));
  }

  @Test
  void itsOffersItsMarketAndThePolicyThatWouldDecideAreReckonedWith() throws Exception {
    Typed typed = plan();

    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(typed.out())
        .contains("policy hads", "catalogue cloud", "the cloud file's", "small spot");
    assertThat(folder.resolve(".windhover")).as("nothing was rented").doesNotExist();
    Typed json = plan("--json", "--policy", "bag");
    JsonSchemas.checked("plan", json.out());
    assertThat(json.out()).contains("\"source\":\"cloud\"", "\"policy\":\"bag\"");
  }

  @Test
  void itsLimitOfMachinesCountsAndOtherLimitsAreNamed() throws IOException {
    cloud = write(RentingPoolFolder.CLOUD.replace("machines: 3", "machines: 1, money: 0.01"));

    Typed typed = plan("--deadline", "30m");

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.err()).contains("limits.money is $0.0100", "cannot be met");
  }

  @Test
  void aSecondWordAboutWhatCanBeRentedIsRefused() {
    Typed both = plan("--catalogue", cloud.toString());
    assertThat(both.exit()).isEqualTo(2);
    assertThat(both.err()).contains("--cloud says what can be rented; expected it without");
  }
}
