package io.windhover.core.model;

import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.machine;
import static io.windhover.core.testkit.Specs.task;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ModelTest {
  @Test
  void idsReadAsPeopleWriteThem() {
    assertThat(new TaskId(37, 99)).hasToString("37/99");
    assertThat(new AttemptId(new TaskId(37, 99), 2)).hasToString("37/99#2");
  }

  @Test
  void idsSortByNumberNotByText() {
    var ids =
        new TreeSet<>(
            List.of(attempt("2/0#1"), attempt("1/10#1"), attempt("1/9#10"), attempt("1/9#9")));

    assertThat(ids).map(AttemptId::toString).containsExactly("1/9#9", "1/9#10", "1/10#1", "2/0#1");
  }

  @Test
  void thereIsNoJobZeroNoTaskMinusOneAndNoAttemptZero() {
    assertThatThrownBy(() -> new TaskId(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TaskId(1, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AttemptId(task("1/0"), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDeadlineIsAMoment() {
    assertThat(new Deadline.None().atMillis(1000)).isEqualTo(Deadline.NEVER_MILLIS);
    assertThat(new Deadline.Within(500).atMillis(1000)).isEqualTo(1500);
    assertThat(new Deadline.At(700).atMillis(1000)).isEqualTo(700);
    assertThatThrownBy(() -> new Deadline.Within(0)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Such a job was accepted, and then every step failed on the sum. */
  @Test
  void aSpanThatEndsAfterTimeItselfIsNever() {
    assertThat(new Deadline.Within(Long.MAX_VALUE).atMillis(1_800_000_000_000L))
        .isEqualTo(Deadline.NEVER_MILLIS);
  }

  @Test
  void aScriptPutsInTheIndexEverywhere() {
    Script script =
        new Script(List.of("run {index} --out {index}.txt"), "rm {index}", new TreeMap<>());

    assertThat(script.commandOf(7)).isEqualTo("run 7 --out 7.txt");
    assertThat(script.cleanupOf(7)).isEqualTo("rm 7");
    assertThat(script.runnable()).isTrue();
    assertThat(Script.NONE.runnable()).isFalse();
  }

  @Test
  void eachTaskMayHaveItsOwnCommand() {
    Script script = new Script(List.of("first", "second {index} {other}"), "", new TreeMap<>());

    assertThat(script.commandOf(0)).isEqualTo("first");
    assertThat(script.commandOf(1)).isEqualTo("second 1 {other}");
  }

  @Test
  void aMachineOffersWhatFitsItEmpty() {
    MachineSpec machine = machine("w", 4, "linux", "gpu");

    assertThat(machine.offers(new Need(List.of("gpu", "linux"), 4, 16_000_000_000L))).isTrue();
    assertThat(machine.offers(new Need(List.of(), 5, 0))).isFalse();
    assertThat(machine.offers(new Need(List.of(), 1, 16_000_000_001L))).isFalse();
    assertThat(machine.offers(new Need(List.of("python3"), 1, 0))).isFalse();
  }

  @Test
  void needsAreEqualInWhateverOrderTheyWereWritten() {
    assertThat(new Need(List.of("b", "a", "b"), 1, 0)).isEqualTo(new Need(List.of("a", "b"), 1, 0));
  }

  @Test
  void aRuntimeMayBeKnownForSomeTypesOnly() {
    var millis = new TreeMap<String, Long>();
    millis.put("c3.large", 300L);

    assertThat(new RuntimeEstimate(-1, millis).millisOn("c3.large")).hasValue(300);
    assertThat(new RuntimeEstimate(-1, millis).millisOn("c4.large")).isEmpty();
    assertThat(new RuntimeEstimate(200, millis).millisOn("c4.large")).hasValue(200);
  }

  @Test
  void aGroupWaitsOnlyForGroupsBeforeIt() {
    var groups = List.of(tasks("a", 1).after(1).group(), tasks("b", 1).group());

    assertThatThrownBy(() -> new JobSpec("j", "/", new Deadline.None(), false, groups))
        .hasMessageContaining("does not come before it");
    assertThatThrownBy(() -> new JobSpec("j", "/", new Deadline.None(), false, List.of()))
        .hasMessageContaining("no tasks");
  }

  @Test
  void commandsOfOtherProgramsKeepTheirBraces() {
    var env = new TreeMap<String, String>();
    var usual = new Script(List.of("run {index}"), "rm {index}", env);
    assertThat(usual.commandOf(7)).isEqualTo("run 7");
    assertThat(usual.cleanupOf(7)).isEqualTo("rm 7");

    var braces = List.of("echo '{index} {index2}'");
    var last = Script.literal(braces, "rm {index3}", env, true);
    assertThat(last.commandOf(7)).isEqualTo("echo '{index} {index2}' 7");
    assertThat(last.cleanupOf(7)).isEqualTo("rm {index3}");
    assertThat(Script.literal(braces, "", env, false).commandOf(7)).isEqualTo(braces.get(0));
    assertThat(Script.literal(List.of("run"), "", env, true).commandOf(7)).isEqualTo("run 7");
  }
}
