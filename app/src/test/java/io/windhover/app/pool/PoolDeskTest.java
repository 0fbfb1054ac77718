package io.windhover.app.pool;

import static io.windhover.app.pool.DeskScene.ALICE;
import static io.windhover.app.pool.DeskScene.BOB;
import static io.windhover.app.pool.DeskScene.DOMAIN;
import static io.windhover.wire.xmpp.Namespaces.JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_STATUS;
import static io.windhover.wire.xmpp.Namespaces.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.step.TaskState;
import io.windhover.manager.JournalCodec;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.workload.SubmissionText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people and programs say to a pool, and what they hear. */
final class PoolDeskTest {
  private static final String SUBMIT = "submit@" + DOMAIN;

  @TempDir private Path folder;
  private DeskScene scene;

  @BeforeEach
  void open() {
    scene = new DeskScene(folder, DeskLimits.USUAL);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static Xml paperJob(int queue) {
    return Xml.of("job", KESTREL_JOB)
        .with("action", "submit")
        .with("queue", queue)
        .with(Xml.text("command", KESTREL_JOB, "/runtask.sh {index}"))
        .with(Xml.text("cleanup", KESTREL_JOB, "/cleanfiles.sh"))
        .with(Xml.text("requires", KESTREL_JOB, "Python2.6"));
  }

  private static Xml wish(String action, String id) {
    return Xml.of("job", KESTREL_JOB).with("action", action).with("id", id);
  }

  private int submit(Jid from, String to, int queue) {
    Stanza answer = scene.ask("set", from, to, paperJob(queue));
    assertThat(answer.type()).isEqualTo("result");
    return Integer.parseInt(answer.in(KESTREL_JOB).orElseThrow().attribute("id"));
  }

  private String refused(String type, Jid from, String to, Xml payload) {
    Stanza answer = scene.ask(type, from, to, payload);
    assertThat(answer.type()).isEqualTo("error");
    return answer.condition();
  }

  private static JsonNode json(Stanza answer) throws IOException {
    return JsonMapper.builder().build().readTree(answer.in(POOL).orElseThrow().text());
  }

  private static Xml what(String what) {
    return Xml.of("ask", POOL).with("what", what);
  }

  @Test
  void thePapersJobRunsWithItsIndexLastAndItsBracesUntouched() {
    assertThat(submit(ALICE, SUBMIT, 3)).isEqualTo(1);
    assertThat(submit(ALICE, DOMAIN, 1)).as("Figure 7 sends it to the bare domain").isEqualTo(2);
    var script = scene.world().job(1).spec().groups().get(0).script();
    assertThat(script.commandOf(2)).isEqualTo("/runtask.sh {index} 2");
    assertThat(script.cleanupOf(2)).isEqualTo("/cleanfiles.sh");
    assertThat(scene.world().job(1).spec().name()).isEqualTo("runtask.sh");
  }

  @Test
  void howLongAJobHasRunIsToldUpToNowThoughNothingHasHappened() throws IOException {
    submit(ALICE, SUBMIT, 3);
    scene.pass(90_000);
    JsonNode jobs = json(scene.ask("get", ALICE, SUBMIT, what("jobs")));
    assertThat(jobs.at("/jobs/0/seconds").asDouble()).isBetween(90.0, 91.0);
  }

  @Test
  void aJobNobodyCanRunYetIsAcceptedAndSaysWhyItWaits() throws IOException {
    scene.join("w@example.org/1", 2, "Linux");
    submit(ALICE, SUBMIT, 3);
    JsonNode seen = json(scene.ask("get", ALICE, "job_1@" + DOMAIN, what("job")));
    assertThat(seen.at("/reasons/0/reason").asText()).isEqualTo("nobodyOffers");
    assertThat(seen.at("/reasons/0/why").asText()).contains("Python2.6");
    scene.join("w@example.org/2", 2, "Python2.6");
    scene.pass(1_000);
    assertThat(scene.world().job(1).count(TaskState.RUNNING)).isEqualTo(2);
  }

  @Test
  void statusAddsUpAndIsForTheOwnerOnly() {
    scene.join("w@example.org/1", 2, "Python2.6");
    submit(ALICE, SUBMIT, 5);
    scene.finishAll(1, "oh no");
    Xml query = Xml.of("query", KESTREL_STATUS);
    Xml job =
        scene
            .ask("get", ALICE, "job1@" + DOMAIN, query)
            .in(KESTREL_STATUS)
            .orElseThrow()
            .children()
            .get(0);
    assertThat(job.toString())
        .isEqualTo(
            "<job xmlns='kestrel:status' id='1' owner='alice@example.org' failed='2'"
                + " cancelled='0' name='runtask.sh'><queued>1</queued><running>2</running>"
                + "<completed>2</completed><requested>5</requested></job>");
    assertThat(refused("get", BOB, "job_1@" + DOMAIN, query)).isEqualTo("item-not-found");
    assertThat(refused("get", BOB, "job_7@" + DOMAIN, query)).isEqualTo("item-not-found");
    assertThat(scene.ask("get", BOB, SUBMIT, query).in(KESTREL_STATUS).orElseThrow().children())
        .isEmpty();
    Xml pool = scene.ask("get", BOB, "pool@" + DOMAIN, query).in(KESTREL_STATUS).orElseThrow();
    assertThat(pool.toString())
        .contains("<online>1</online><available>0</available><busy>1</busy>");
  }

  @Test
  void ownersEndAndRetryTheirOwnJobsAndNoOthers() {
    scene.join("w@example.org/1", 1, "Python2.6");
    submit(ALICE, SUBMIT, 1);
    scene.finishAll(1, "");
    long sequence = scene.world().sequence();
    assertThat(refused("set", BOB, SUBMIT, wish("retry", "1"))).isEqualTo("item-not-found");
    assertThat(refused("set", BOB, SUBMIT, wish("cancel", "1"))).isEqualTo("item-not-found");
    assertThat(refused("set", BOB, "job_1@" + DOMAIN, wish("cancel", "")))
        .isEqualTo("item-not-found");
    assertThat(scene.world().sequence()).isEqualTo(sequence);
    assertThat(scene.ask("set", ALICE, SUBMIT, wish("retry", "1")).type()).isEqualTo("result");
    assertThat(scene.world().job(1).count(TaskState.RUNNING)).isEqualTo(1);
    assertThat(scene.ask("set", ALICE, SUBMIT, wish("cancel", "1")).type()).isEqualTo("result");
    assertThat(scene.world().job(1).cancelled()).isTrue();
  }

  @Test
  void whoMayNotUseThePoolMayNothing() {
    Jid eve = Jid.of("eve@example.org/x");
    Jid stranger = Jid.of("alice@elsewhere.org/x");
    for (Jid who : List.of(eve, stranger)) {
      assertThat(refused("set", who, SUBMIT, paperJob(1))).isEqualTo("forbidden");
      assertThat(refused("get", who, "pool@" + DOMAIN, what("workers"))).isEqualTo("forbidden");
      assertThat(scene.chat(who, "pool@" + DOMAIN, "status")).contains("may not use");
    }
    assertThat(scene.world().jobs()).isEmpty();
  }

  private static JobSpec manyCommands(int count) {
    List<String> commands = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      commands.add("echo 'line " + i + "' \u00fc\u0001 " + Integer.toHexString(i * 7919));
    }
    var group =
        new TaskGroup(
            "line",
            count,
            new Script(commands, "", new TreeMap<>()),
            "line",
            new Need(List.of(), 1, 0),
            List.of(),
            RuntimeEstimate.UNKNOWN,
            0,
            true,
            2,
            0,
            0);
    return new JobSpec("lines", "/data", new Deadline.None(), false, List.of(group));
  }

  @Test
  void aWholeJobComesInPartsAndOnlyOnce() throws IOException {
    JobSpec spec = manyCommands(20_000);
    comesInPartsAndOnlyOnce(spec, SubmissionText.of(spec));
  }

  @Test
  void aWholeJobOfAClientBeforeTheFormHadANumberIsTaken() throws IOException {
    JobSpec spec = manyCommands(20_000);
    comesInPartsAndOnlyOnce(spec, JournalCodec.encode(spec));
  }

  @Test
  void aJobInAFormOfTheFutureIsRefusedInWords() throws IOException {
    String future =
        SubmissionText.of(manyCommands(1)).replace("\"windhover\":1", "\"windhover\":2");
    Xml part = DeskScene.parts(future.getBytes(StandardCharsets.UTF_8), "u1", 100_000).get(0);
    Stanza answer = scene.ask("set", ALICE, SUBMIT, part);
    assertThat(answer.condition()).isEqualTo("bad-request");
    assertThat(answer.errorText())
        .isEqualTo(
            "windhover: 2 is a form of jobs that this manager does not know; expected 1: it is"
                + " older than the program that sent the job");
    assertThat(scene.world().jobs()).isEmpty();
  }

  private void comesInPartsAndOnlyOnce(JobSpec spec, String json) throws IOException {
    List<Xml> parts = DeskScene.parts(json.getBytes(StandardCharsets.UTF_8), "u1", 10_000);
    assertThat(parts.size()).isGreaterThan(3);
    for (Xml part : parts.subList(0, parts.size() - 1)) {
      assertThat(scene.ask("set", ALICE, SUBMIT, part).payload()).isEmpty();
    }
    assertThat(scene.ask("set", ALICE, SUBMIT, parts.get(0)).payload()).as("said again").isEmpty();
    Stanza last = scene.ask("set", ALICE, SUBMIT, parts.get(parts.size() - 1));
    assertThat(last.in(KESTREL_JOB).orElseThrow().attribute("id")).isEqualTo("1");
    assertThat(scene.world().job(1).spec()).isEqualTo(spec);

    scene.restart();
    Stanza again = last;
    for (Xml part : parts) {
      again = scene.ask("set", ALICE, SUBMIT, part);
    }
    assertThat(again.in(KESTREL_JOB).orElseThrow().attribute("id")).isEqualTo("1");
    assertThat(scene.world().jobs()).hasSize(1);
  }

  /** The answer was lost, and by now the deadline has passed: accepted stays accepted. */
  @Test
  void aSubmissionThatIsSaidAgainTooLateIsStillTheSameJob() throws IOException {
    JobSpec plain = manyCommands(1);
    var due = new Deadline.At(scene.nowMillis() + 60_000);
    var spec = new JobSpec("due", plain.folder(), due, false, plain.groups());
    Xml part =
        DeskScene.parts(JournalCodec.encode(spec).getBytes(StandardCharsets.UTF_8), "u2", 100_000)
            .get(0);
    String first = scene.ask("set", ALICE, SUBMIT, part).payload().toString();
    scene.pass(120_000);
    assertThat(scene.ask("set", ALICE, SUBMIT, part).payload()).hasToString(first);
    assertThat(refused("set", ALICE, SUBMIT, part.with("upload", "u3")))
        .isEqualTo("not-acceptable");
    assertThat(scene.world().jobs()).hasSize(1);
  }

  @Test
  void whatIsTooMuchIsRefusedAndLeavesNothing() throws IOException {
    byte[] bomb = new byte[DeskLimits.USUAL.jobBytesMax() + 1_000_000];
    Arrays.fill(bomb, (byte) ' ');
    List<Xml> parts = DeskScene.parts(bomb, "bomb", 200_000);
    assertThat(parts).hasSize(1);
    assertThat(refused("set", ALICE, SUBMIT, parts.get(0))).isEqualTo("policy-violation");
    Xml garbage = Xml.text("part", JOB, "eJzt").with("upload", "g").with("number", 1).with("of", 1);
    assertThat(refused("set", ALICE, SUBMIT, garbage)).isEqualTo("bad-request");
    assertThat(refused("set", ALICE, SUBMIT, paperJob(999_999_999))).isEqualTo("bad-request");
    Xml open = Xml.text("part", JOB, "eJzt").with("number", 1).with("of", 2);
    for (int i = 0; i < DeskLimits.USUAL.uploadsMax(); i++) {
      assertThat(scene.ask("set", ALICE, SUBMIT, open.with("upload", "o" + i)).type())
          .isEqualTo("result");
    }
    assertThat(refused("set", ALICE, SUBMIT, open.with("upload", "o9")))
        .isEqualTo("policy-violation");
    scene.pass(DeskLimits.USUAL.uploadMillis() + 1_000);
    assertThat(scene.ask("set", ALICE, SUBMIT, open.with("upload", "o9")).type())
        .as("those that stopped coming are forgotten")
        .isEqualTo("result");
    assertThat(scene.world().jobs()).isEmpty();
  }

  @Test
  void whoAsksTooOftenIsTold() {
    Xml query = Xml.of("query", KESTREL_STATUS);
    for (int i = 0; i < DeskLimits.USUAL.burst(); i++) {
      scene.ask("get", ALICE, SUBMIT, query);
    }
    List<String> types = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      types.add(scene.ask("get", ALICE, SUBMIT, query).condition());
    }
    assertThat(types).contains("policy-violation");
    assertThat(scene.ask("get", BOB, SUBMIT, query).type()).isEqualTo("result");
    scene.pass(1_000);
    assertThat(scene.ask("get", ALICE, SUBMIT, query).type()).isEqualTo("result");
  }

  @Test
  void longAnswersComeInPages() throws IOException {
    for (int i = 0; i < 300; i++) {
      submit(ALICE, SUBMIT, 1);
      scene.pass(100);
    }
    List<Integer> jobs = new ArrayList<>();
    String more = "";
    int pages = 0;
    do {
      pages++;
      Stanza answer = scene.ask("get", ALICE, SUBMIT, what("jobs").with("from", more));
      json(answer).get("jobs").forEach(job -> jobs.add(job.get("job").asInt()));
      more = answer.in(POOL).orElseThrow().attribute("more");
      assertThat(answer.in(POOL).orElseThrow().text().length()).isLessThan(60_000);
    } while (!more.isEmpty());
    assertThat(pages).isGreaterThan(1);
    assertThat(jobs).hasSize(300).doesNotHaveDuplicates().first().isEqualTo(300);
    assertThat(refused("get", ALICE, SUBMIT, what("jobs").with("from", "5000")))
        .isEqualTo("bad-request");
  }

  @Test
  void progressIsAJobAlone() throws IOException {
    submit(ALICE, SUBMIT, 4);
    String job = "job_1@" + DOMAIN;
    JsonNode progress = json(scene.ask("get", ALICE, job, what("progress")));
    assertThat(progress.at("/jobs/0/tasks").asInt()).isEqualTo(4);
    assertThat(progress).hasSize(1);
    assertThat(refused("get", BOB, job, what("progress"))).isEqualTo("item-not-found");
  }

  @Test
  void logsTellWhereAndHowEachAttemptRan() throws IOException {
    scene.join("w@example.org/1", 1, "Python2.6");
    submit(ALICE, SUBMIT, 1);
    scene.finishAll(3, "no such file\n");
    scene.ask("set", ALICE, SUBMIT, wish("retry", "1"));
    String task = "job_1@" + DOMAIN + "/0";
    JsonNode attempts = json(scene.ask("get", ALICE, task, what("logs"))).get("attempts");
    assertThat(attempts.at("/0/how").asText()).isEqualTo("exit 3");
    assertThat(attempts.at("/0/worker").asText()).isEqualTo("w@example.org/1");
    assertThat(attempts.at("/0/seconds").asDouble()).isEqualTo(1.5);
    assertThat(attempts.at("/0/tail").asText()).isEqualTo("no such file\n");
    assertThat(attempts.at("/1/outcome").asText()).isEqualTo("running");
    assertThat(refused("get", BOB, task, what("logs"))).isEqualTo("item-not-found");
    assertThat(refused("get", ALICE, "job_1@" + DOMAIN + "/7", what("logs")))
        .isEqualTo("item-not-found");
    JsonNode workers = json(scene.ask("get", BOB, "pool@" + DOMAIN, what("workers")));
    assertThat(workers.at("/workers/0/address").asText()).isEqualTo("w@example.org/1");
    assertThat(workers.at("/workers/0/tasks").asInt()).isEqualTo(1);
  }

  @Test
  void aWorkerWithMoreThanItHasRoomForHasNoCoreFree() throws IOException {
    scene.join("w@example.org/1", 2, "Python2.6");
    submit(ALICE, SUBMIT, 2);
    scene.join("w@example.org/1", 1, "Python2.6");
    JsonNode worker = json(scene.ask("get", BOB, "pool@" + DOMAIN, what("workers")));
    assertThat(worker.at("/workers/0/cores").asInt()).isEqualTo(1);
    assertThat(worker.at("/workers/0/tasks").asInt()).isEqualTo(2);
    assertThat(worker.at("/workers/0/free").asInt()).isEqualTo(0);
  }
}
