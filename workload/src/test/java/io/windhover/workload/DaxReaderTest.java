package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.Need;
import io.windhover.core.model.TaskGroup;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workflows as Pegasus writes them. */
class DaxReaderTest {
  static final String DIAMOND =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <adag xmlns="http://pegasus.isi.edu/schema/DAX" version="2.1" name="test" jobCount="9">
        <!-- The last comes first: order is for the reader to find. -->
        <job id="ID4" name="join two" runtime="0.5"/>
        <job id="ID1" namespace="diamond" name="split" runtime="2">
          <uses file="a.txt" link="input" size="304"/>
        </job>
        <job id="ID2" name="work" runtime="10.25" cores="4"/>
        <job id="ID3" name="work">
          <profile namespace="pegasus" key="runtime">30</profile>
          <profile namespace="pegasus" key="cores">2</profile>
          <profile namespace="pegasus" key="memory">512</profile>
          <profile namespace="condor" key="runtime">99</profile>
        </job>
        <child ref="ID2"><parent ref="ID1"/></child>
        <child ref="ID3"><parent ref="ID1"/></child>
        <child ref="ID4"><parent ref="ID2"/><parent ref="ID3"/><parent ref="ID2"/></child>
      </adag>
      """;

  static JobFile read(String text) throws JobFileException {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return JobFileReader.read("flow.xml", in, Path.of("/jobs"));
  }

  @Test
  void jobsBecomeTasksInAnOrderThatCanRun() throws JobFileException {
    JobFile file = read(DIAMOND);
    List<TaskGroup> groups = file.spec().groups();
    assertThat(groups).extracting(TaskGroup::name).containsExactly("ID1", "ID2", "ID3", "ID4");
    assertThat(groups)
        .extracting(TaskGroup::kind)
        .containsExactly("split", "work", "work", "join-two");
    assertThat(groups)
        .extracting(TaskGroup::after)
        .containsExactly(List.of(), List.of(0), List.of(0), List.of(1, 2));
    assertThat(groups)
        .extracting(TaskGroup::need)
        .containsExactly(
            new Need(List.of(), 1, 0),
            new Need(List.of(), 4, 0),
            new Need(List.of(), 2, 512_000_000),
            new Need(List.of(), 1, 0));
    assertThat(file.runnable()).isFalse();
  }

  @Test
  void aMarkOfByteOrderIsNotLookedAt() throws JobFileException {
    assertThat(read("\ufeff" + DIAMOND)).isEqualTo(read(DIAMOND));
  }

  @Test
  void theCriticalPathIsTheLongestChain() throws JobFileException {
    JobSummary summary = read(DIAMOND).summary();
    assertThat(summary.name()).isEqualTo("flow");
    assertThat(summary.criticalPathMillis()).isEqualTo(2_000 + 30_000 + 500);
    assertThat(summary.totalRuntimeMillis()).isEqualTo(2_000 + 10_250 + 30_000 + 500);
  }

  @Test
  void idsThatAreNoNamesAreMadeSome() throws JobFileException {
    JobFile file =
        read(
            """
            <adag>
              <job id="a-b" name="x" runtime="1"/>
              <job id="a b" name="" runtime="1"/>
              <job id="a/b" name="..." runtime="1"/>
              <job id="?" name="x" runtime="1"/>
            </adag>
            """);
    List<TaskGroup> groups = file.spec().groups();
    assertThat(groups).extracting(TaskGroup::name).containsExactly("a-b", "a-b-2", "a-b-3", "task");
    assertThat(groups).extracting(TaskGroup::kind).containsExactly("x", "a-b-2", "a-b-3", "x");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a negative runtime  | runtime=\"10.25\" | runtime=\"-1\"   | flow.xml:8: task ID2: the"
            + " runtime of -1.000 s is negative; expected seconds, from 0 to 315360000",
        "no number           | runtime=\"10.25\" | runtime=\"NaN\"  | flow.xml:8: task ID2:"
            + " runtime: \"NaN\" is not a number; expected seconds, from 0 to 315360000",
        "an age              | runtime=\"10.25\" | runtime=\"1e9\"  | flow.xml:8: task ID2:"
            + " runtime: 1e9 is more than ten years; expected seconds, from 0 to 315360000",
        "an age before       | runtime=\"10.25\" | runtime=\"-1e999999999\" | flow.xml:8: task ID2:"
            + " runtime: -1e999999999 is negative; expected seconds, from 0 to 315360000",
        "no runtime          | runtime=\"10.25\" | size=\"1\"       | flow.xml:8: task ID2:"
            + " runtime: is missing; expected seconds",
        "too many cores      | cores=\"4\"       | cores=\"1e6\"    | flow.xml:8: task ID2: cores:"
            + " 1e6 is too large; expected whole cores, at most 100,000",
        "negative memory     | >512<             | >-5<             | flow.xml:12: task ID3:"
            + " memory: -5 is negative; expected an amount of memory, 0 or more",
        "an unknown parent   | <parent ref=\"ID1\"/></child> | <parent ref=\"ID9\"/></child> |"
            + " flow.xml:15: task ID2: parent: there is no task \"ID9\"; did you mean \"ID4\"?",
        "an unknown child    | <child ref=\"ID4\"> | <child ref=\"zebra\"> | flow.xml:17: child:"
            + " there is no task \"zebra\"; expected one of ID4, ID1, ID2, ID3",
        "the same id again   | id=\"ID4\"        | id=\"ID2\"       | flow.xml:8: task ID2: is the"
            + " id of the task in line 4 too; expected another one",
        "a job without id    | id=\"ID2\"        | x=\"ID2\"        | flow.xml:8: <job> has no id;"
            + " expected one",
        "a nested workflow   | <job id=\"ID4\"   | <dax id=\"ID4\"  | flow.xml:4: task ID4: is a"
            + " workflow of its own; expected jobs only",
        "another root        | adag              | html             | flow.xml:2: the file is XML"
            + " with <html>; expected <adag> of a DAX"
      })
  void whatIsWrongIsSaidInOneLine(String story, String old, String changed, String expected) {
    assertThat(DIAMOND).as(story).contains(old);
    assertThatThrownBy(() -> read(DIAMOND.replace(old, changed))).hasMessageContaining(expected);
  }

  @Test
  void tasksThatWaitForEachOtherAreNoWorkflow() {
    String ring = DIAMOND.replace("</adag>", "<child ref='ID1'><parent ref='ID4'/></child></adag>");
    assertThatThrownBy(() -> read(ring))
        .hasMessage(
            "flow.xml:17: task ID4.after: ID4 -> ID2 -> ID1 -> ID4 wait for each other; expected"
                + " an order without a cycle");
  }

  /** A normal distribution gives some. */
  @Test
  void aTrifleBelowZeroCountsAsNothing() throws JobFileException {
    String drawn =
        DIAMOND
            .replace("\"10.25\"", "\"-1.5\"")
            .replace("runtime=\"2\"", "runtime=\"1e-999999999\"")
            .replace(">30<", ">3000<");
    JobFile file = read(drawn);
    assertThat(file.spec().groups())
        .extracting(group -> group.runtime().anyTypeMillis())
        .containsExactly(0L, 0L, 3_000_000L, 500L);
    assertThat(file.summary().totalRuntimeMillis()).isEqualTo(3_000_500 - 1_500);
    assertThat(file.summary().belowZeroMillis()).isEqualTo(-1_500);
  }

  @Test
  void anIdAsLongAsAPageIsNone() {
    assertThatThrownBy(() -> read(DIAMOND.replace("\"ID4\"", '"' + "x".repeat(5_000) + '"')))
        .hasMessage(
            "flow.xml:4: the id \"%s\"... is too long; expected at most 300 characters"
                .formatted("x".repeat(60)));
  }

  @Test
  void anEmptyWorkflowIsNone() {
    assertThatThrownBy(() -> read("<adag name='none'></adag>"))
        .hasMessage("flow.xml: the workflow has no tasks; expected at least one");
  }

  @Test
  void aFileThatIsCutOffIsNone() {
    for (int length = 60; length < DIAMOND.length() - 10; length += 7) {
      String start = DIAMOND.substring(0, length);
      assertThatThrownBy(() -> read(start))
          .isInstanceOf(JobFileException.class)
          .hasMessageContaining("flow.xml:")
          .hasMessageContaining("xpected a whole Pegasus DAX file");
    }
  }

  @Test
  void whatIsNotUtf8IsSaidAndNothingElse() {
    byte[] bytes = DIAMOND.replace("join two", "join \u00fe").getBytes(StandardCharsets.ISO_8859_1);
    var in = new ByteArrayInputStream(bytes);
    assertThatThrownBy(() -> JobFileReader.read("flow.xml", in, Path.of("/jobs")))
        .hasMessageEndingWith("something is not UTF-8; expected UTF-8 text");
  }

  @Test
  void nothingOutsideTheFileIsReadAndNoEntityIsWrittenOut() {
    String secret =
        """
        <!DOCTYPE adag [<!ENTITY secret SYSTEM "file:///etc/hostname">]>
        <adag><job id="a" name="&secret;" runtime="1"/></adag>
        """;
    assertThatThrownBy(() -> read(secret))
        .hasMessage("flow.xml:1: has a DOCTYPE; expected a DAX file without one");
    String undeclared = "<adag>\n<job id=\"a\" name=\"&secret;\" runtime=\"1\"/></adag>";
    assertThatThrownBy(() -> read(undeclared)).hasMessageStartingWith("flow.xml:2: not XML: ");
  }
}
