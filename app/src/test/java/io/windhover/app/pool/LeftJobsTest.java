package io.windhover.app.pool;

import static io.windhover.app.pool.DeskScene.ALICE;
import static io.windhover.app.pool.DeskScene.BOB;
import static io.windhover.app.pool.DeskScene.DOMAIN;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_STATUS;
import static io.windhover.wire.xmpp.Namespaces.POOL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.core.model.JobRules;
import io.windhover.manager.Keeping;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that have left the manager's world, as people see them: by the pool and by its folder. */
final class LeftJobsTest {
  private static final String SUBMIT = "submit@" + DOMAIN;
  private static final String CAROL = "carol@example.org";
  private static final int FAILED = 2;

  @TempDir private Path folder;
  private DeskScene scene;

  @BeforeEach
  void fourJobsComeAndGo() {
    var rights =
        new Rights(
            user -> true, user -> true, user -> user.equals(CAROL), user -> JobRules.PRIORITY_MAX);
    var keeping = new Keeping(1, 0, Long.MAX_VALUE, 10);
    scene = new DeskScene(folder, DeskLimits.USUAL, rights, keeping);
    scene.put(
        RecordedPolicy.KEY,
        new RecordedPolicy("match", new TreeMap<>(), Machines.COME_AND_GO).encode());
    scene.put(OpenRun.POOL, DOMAIN);
    scene.join("w@example.org/1", 2);
    for (int job = 1; job <= 4; job++) {
      submit("u" + job);
      finish(job == FAILED ? 3 : 0, "tail of " + job);
    }
    scene.restart();
    assertThat(scene.world().jobs()).hasSize(1);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private String submit(String upload) {
    Xml job =
        Xml.of("job", KESTREL_JOB)
            .with("action", "submit")
            .with("queue", 3)
            .with("upload", upload)
            .with(Xml.text("command", KESTREL_JOB, "/bin/work"));
    Stanza answer = scene.ask("set", ALICE, SUBMIT, job);
    assertThat(answer.type()).isEqualTo("result");
    return answer.in(KESTREL_JOB).orElseThrow().attribute("id");
  }

  private void finish(int exit, String tail) {
    for (int turns = 0; turns < 10 && !scene.world().liveJobs().isEmpty(); turns++) {
      scene.finishAll(exit, tail);
    }
    assertThat(scene.world().liveJobs()).isEmpty();
  }

  private JsonNode asked(String to, String what) throws IOException {
    Stanza answer = scene.ask("get", ALICE, to, Xml.of("ask", POOL).with("what", what));
    assertThat(answer.type()).isEqualTo("result");
    return JsonMapper.builder().build().readTree(answer.in(POOL).orElseThrow().text());
  }

  private static List<Integer> numbers(JsonNode list, String member) {
    List<Integer> numbers = new ArrayList<>();
    list.forEach(one -> numbers.add(one.get(member).asInt()));
    return numbers;
  }

  @Test
  void theDeskTellsOfThemAsOfOthers() throws IOException {
    assertThat(numbers(asked(SUBMIT, "jobs").get("jobs"), "job")).containsExactly(4, 3, 2, 1);
    String failed = "job_" + FAILED + "@" + DOMAIN;
    JsonNode job = asked(failed, "job");
    assertThat(job.at("/jobs/0/failed").asInt()).isEqualTo(3);
    assertThat(job.at("/groups/0/failed").asInt()).isEqualTo(3);
    assertThat(numbers(job.get("failures"), "index")).containsExactly(0, 1, 2);
    assertThat(asked(failed, "progress").at("/jobs/0/state").asText()).isEqualTo("failed");
    JsonNode tasks = asked(failed, "tasks").get("tasks");
    assertThat(tasks).hasSize(3);
    assertThat(tasks.at("/0/state").asText()).isEqualTo("failed");
    assertThat(asked(failed + "/1", "logs").at("/attempts/0/tail").asText()).isEqualTo("tail of 2");
    assertThat(scene.chat(ALICE, SUBMIT, "status 1")).contains("3").contains("work");
    assertThat(scene.chat(ALICE, SUBMIT, "jobs").lines()).hasSize(4);
    Xml status = Xml.of("query", KESTREL_STATUS);
    assertThat(scene.ask("get", ALICE, SUBMIT, status).in(KESTREL_STATUS).orElseThrow().children())
        .hasSize(4);
  }

  @Test
  void strangersSeeNothingOfThemAndAdministratorsAll() {
    Xml ask = Xml.of("ask", POOL).with("what", "progress");
    assertThat(scene.ask("get", BOB, "job_1@" + DOMAIN, ask).condition())
        .isEqualTo("item-not-found");
    var carol = Jid.of(CAROL + "/1");
    assertThat(scene.ask("get", carol, "job_1@" + DOMAIN, ask).type()).isEqualTo("result");
    Stanza all = scene.ask("get", carol, SUBMIT, Xml.of("ask", POOL).with("what", "jobs"));
    assertThat(all.in(POOL).orElseThrow().text()).contains("\"job\":4").contains("\"job\":1");
  }

  @Test
  void aWishForOneOfThemIsToldWhatToDoAndAnUploadIsKnownAgain() {
    for (String action : List.of("retry", "cancel")) {
      Xml wish = Xml.of("job", KESTREL_JOB).with("action", action).with("id", FAILED);
      Stanza answer = scene.ask("set", ALICE, SUBMIT, wish);
      assertThat(answer.condition()).isEqualTo("not-acceptable");
      assertThat(answer.errorText())
          .matches("job 2 \\(work\\) ended at 1970-\\S+ and is kept .* submit it again to run it");
    }
    assertThat(submit("u1")).isEqualTo("1");
    assertThat(scene.world().nextJobId()).isEqualTo(5);
  }

  @Test
  void aPresenceOfOneThatHasLeftIsShownWhenItsOwnerAsks() {
    String job = "job_1@" + DOMAIN;
    List<Stanza> shown = scene.presence("subscribe", ALICE, job);
    assertThat(shown.toString()).contains("xa");
    scene.pass(2_000);
    scene.pass(2_000);
    assertThat(scene.presence("probe", ALICE, job).toString()).contains("xa");
  }

  @Test
  void commandsReadThemFromTheFolder() throws IOException {
    String dir = folder.toString();
    Typed jobs = Typed.here("jobs", "--dir", dir);
    assertThat(jobs.out().lines()).as(jobs.err()).hasSize(5);
    assertThat(Typed.here("status", "--dir", dir, "1").out()).contains("3 tasks: 3 succeeded");
    assertThat(Typed.here("status", "--dir", dir).out()).contains("job 4");
    assertThat(Typed.here("explain", "--dir", dir, "2").out()).contains("failed");
    assertThat(Typed.here("tasks", "--dir", dir, "2", "--json").out().lines()).hasSize(3);
    Typed watched = Typed.here("watch", "--dir", dir, "1");
    assertThat(watched.exit()).as(watched.err()).isZero();
    for (String wish : List.of("retry", "cancel")) {
      Typed refused = Typed.here(wish, "--dir", dir, "2");
      assertThat(refused.exit()).isEqualTo(3);
      assertThat(refused.err().lines()).hasSize(1);
      assertThat(refused.err()).contains("job 2 (work) ended at").contains("submit it again");
    }
    assertThat(Typed.here("status", "--dir", dir, "9").err()).contains("there is no job 9 here");
  }

  @Test
  void replaySaysFromWhere() {
    scene.join("w@example.org/1", 2);
    for (int i = 0; i < 30; i++) {
      scene.pass(1_000);
      submit("later" + i);
      finish(0, "");
    }
    scene.pass(1_000);
    Typed replay = Typed.here("replay", folder.toString());
    assertThat(replay.exit()).as(replay.err()).isZero();
    assertThat(replay.out().lines().findFirst().orElse(""))
        .matches("replaying from step \\d+ \\(1970-\\S+\\), the journal before it was trimmed");
    assertThat(replay.out()).contains("every decision equal");
    String json = Typed.here("replay", folder.toString(), "--json").out();
    assertThat(json).contains("\"fromStep\":").contains("\"fromTime\":\"1970-");
    assertThat(Typed.here("replay", folder.toString(), "--policy", "no-delay").err()).isEmpty();
  }
}
