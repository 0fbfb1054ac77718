package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JournalCodecTest {
  /** Everything a journal of the first version can hold, a line each, in the order of Samples. */
  private static final String FORMAT_1 = "journal-1.txt";

  @Test
  void everyKindOfEventComesBackEqual() {
    for (Event event : Samples.events()) {
      var batch = new Batch(7, 1_000, List.of(event));
      assertThat(JournalCodec.batch(7, 1_000, JournalCodec.encode(batch))).isEqualTo(batch);
    }
    var all = new Batch(8, 1_000, Samples.events());
    assertThat(JournalCodec.batch(8, 1_000, JournalCodec.encode(all))).isEqualTo(all);
  }

  /** Journals of before say nothing where a source has said nothing, and never 0. */
  @Test
  void aLeaseThatCostNothingIsToldFromOneOfWhichNobodySaidWhatItCost() {
    var free = new Batch(1, 1, List.of(MachineChange.LeaseEnded.neverRented(1)));
    var unsaid = new Batch(1, 1, List.of(new MachineChange.LeaseEnded(1, 5)));
    assertThat(JournalCodec.encode(free)).contains("\"chargedNanos\":0");
    assertThat(JournalCodec.encode(unsaid)).doesNotContain("chargedNanos");
    assertThat(JournalCodec.batch(1, 1, JournalCodec.encode(free))).isEqualTo(free);
    assertThat(JournalCodec.batch(1, 1, JournalCodec.encode(unsaid))).isEqualTo(unsaid);
  }

  @Test
  void everyKindOfActionComesBackEqual() {
    String encoded = JournalCodec.encode(Decision.of(Samples.actions()));
    assertThat(JournalCodec.actions(encoded)).isEqualTo(Samples.actions());
  }

  @Test
  void jobsComeBackEqualWhateverStandsForTheirIndex() {
    for (Event event : Samples.events()) {
      if (event instanceof Event.JobSubmitted submitted) {
        String text = JournalCodec.encode(submitted.spec());
        assertThat(JournalCodec.jobSpec(text)).isEqualTo(submitted.spec());
        assertThat(text).doesNotContain("placeholder");
      }
    }
    var script = Script.literal(List.of("echo {index}"), "", new TreeMap<>(), true);
    TaskGroup group =
        new TaskGroup(
            "task",
            2,
            script,
            "",
            new Need(List.of(), 1, 0),
            List.of(),
            RuntimeEstimate.UNKNOWN,
            0,
            true,
            0,
            0,
            0);
    var spec = new JobSpec("job", "", new Deadline.None(), true, List.of(group));
    assertThat(JournalCodec.jobSpec(JournalCodec.encode(spec))).isEqualTo(spec);
  }

  @Test
  void orderByIndexAndLimitsAreKept() {
    JobSpec job = ((Event.JobSubmitted) Samples.events().get(0)).spec();
    TaskGroup point = job.groups().get(0);
    TaskGroup check = point.withAfter(List.of(0), List.of(0)).withParallel(20);
    var spec = new JobSpec("job", "", new Deadline.None(), true, List.of(point, check));

    assertThat(JournalCodec.jobSpec(JournalCodec.encode(spec))).isEqualTo(spec);
  }

  @Test
  void noKindIsMissingFromTheSamples() {
    assertThat(kinds(Samples.events())).isEqualTo(kindsOf(Event.class));
    assertThat(kinds(Samples.actions())).isEqualTo(kindsOf(Action.class));
    Stream<Failure> failures =
        Samples.events().stream()
            .filter(Event.AttemptFailed.class::isInstance)
            .map(event -> ((Event.AttemptFailed) event).failure());
    assertThat(kinds(failures.toList())).isEqualTo(kindsOf(Failure.class));
    Stream<Deadline> deadlines =
        Samples.events().stream()
            .filter(Event.JobSubmitted.class::isInstance)
            .map(event -> ((Event.JobSubmitted) event).spec().deadline());
    assertThat(kinds(deadlines.toList())).isEqualTo(kindsOf(Deadline.class));
    Stream<Reason> reasons =
        Samples.actions().stream()
            .filter(Action.Reject.class::isInstance)
            .map(action -> ((Action.Reject) action).reason());
    assertThat(kinds(reasons.toList())).isEqualTo(kindsOf(Reason.class));
  }

  private static Set<String> kinds(Collection<?> samples) {
    var kinds = new TreeSet<String>();
    samples.forEach(sample -> kinds.add(sample.getClass().getName()));
    return kinds;
  }

  private static Set<String> kindsOf(Class<?> sealed) {
    var kinds = new TreeSet<String>();
    for (Class<?> kind : sealed.getPermittedSubclasses()) {
      if (kind.isSealed()) {
        kinds.addAll(kindsOf(kind));
      } else {
        kinds.add(kind.getName());
      }
    }
    return kinds;
  }

  /** What was written once must read for ever; a new member needs a default for this to pass. */
  @Test
  void aJournalOfTheFirstVersionStillReads() throws IOException {
    List<String> lines = format1();
    List<Event> events = Samples.events();
    List<Action> actions = Samples.actions();
    assertThat(lines).hasSizeGreaterThanOrEqualTo(35);
    for (int i = 0; i < lines.size(); i++) {
      String line = "[" + lines.get(i) + "]";
      if (i < events.size()) {
        assertThat(JournalCodec.batch(1, 1, line).events()).containsExactly(events.get(i));
      } else {
        assertThat(JournalCodec.actions(line)).containsExactly(actions.get(i - events.size()));
      }
    }
  }

  /** Replay compares texts: a decision must be written today as it was then. */
  @Test
  void actionsAreStillWrittenAsInTheFirstVersion() throws IOException {
    String encoded = JournalCodec.encode(Decision.of(Samples.actions()));
    List<String> lines = format1();
    List<String> written = lines.subList(Samples.events().size(), lines.size());
    assertThat(encoded).isEqualTo("[" + String.join(",", written) + "]");
  }

  /** Written by hand when alone, in the general way in company: nobody must see a difference. */
  @Test
  void frequentKindsAreWrittenAsTheRestIs() throws IOException {
    List<String> lines = format1();
    for (int i = 0; i < Samples.events().size(); i++) {
      Event event = Samples.events().get(i);
      assertThat(JournalCodec.encode(new Batch(1, 1, List.of(event, event))))
          .isEqualTo("[" + lines.get(i) + "," + lines.get(i) + "]");
    }
    for (Action action : Samples.actions()) {
      String line = lines.get(Samples.events().size() + Samples.actions().indexOf(action));
      assertThat(JournalCodec.encode(Decision.of(List.of(action)))).isEqualTo("[" + line + "]");
    }
    assertThat(JournalCodec.encode(Decision.of(List.of()))).isEqualTo("[]");
    assertThat(JournalCodec.encode(new Batch(1, 1, List.of()))).isEqualTo("[]");
  }

  private static List<String> format1() throws IOException {
    try (InputStream in = JournalCodecTest.class.getResourceAsStream(FORMAT_1)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage",
        "[",
        "{}",
        "[{}]",
        "null",
        "[null]",
        "[{\"is\":\"laterInvention\"}]",
        "[{\"is\":\"cancelled\",\"job\":1,\"laterInvention\":2}]",
        "[{\"is\":\"cancelled\"}]",
        "[{\"is\":\"cancelled\",\"job\":null}]",
        "[{\"is\":\"started\",\"attempt\":\"x\"}]",
        "[{\"is\":\"started\",\"attempt\":\"1/2\"}]",
        "[{\"is\":\"started\",\"attempt\":\"0/2#0\"}]",
        "[{\"is\":\"started\",\"attempt\":7}]",
        "[{\"is\":\"started\"}]"
      })
  void whatDoesNotReadIsSaidInOneWay(String text) {
    assertThatThrownBy(() -> JournalCodec.batch(1, 1, text))
        .isInstanceOf(UnreadableJournal.class)
        .hasMessageStartingWith("the journal does not read: ");
  }
}
