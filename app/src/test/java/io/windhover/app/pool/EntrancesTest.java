package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.CommandFailure;
import io.windhover.app.Typed;
import io.windhover.app.settings.WorkerConfig;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.manager.JournalCodec;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One table of good and bad values goes through every entrance, to the same verdict. */
final class EntrancesTest {
  private enum Thing {
    JOB_NAME,
    TASK_NAME,
    KIND,
    LABEL,
    OFFER,
    VARIABLE,
    VALUE,
    COMMAND,
    CORES,
    PRIORITY,
    RETRIES
  }

  /** Somewhere that values come in. */
  private interface Entrance {
    boolean takes(Thing thing, String value) throws Exception;
  }

  private record Door(Set<Thing> things, Entrance entrance) {}

  private static final String LONG = "a".repeat(100);
  private static final List<String> GOOD_NAMES = List.of("_x", "x", "9", "a.b-c_d", LONG);
  private static final List<String> BAD_NAMES =
      List.of("", "-x", ".x", "a/b", "gr\u00f6\u00dfe", "a:b", LONG + "a", "a\u0000b");
  private static final List<String> GOOD_LABELS = List.of("_x", "site:ghent", "a=b/c+d", LONG);
  private static final List<String> BAD_LABELS = List.of("-x", ":x", "\u00fc", "a*", LONG + "a");
  private static final List<String> GOOD_VARIABLES = List.of("A", "_", "a9", "WINDHOVER", LONG);
  private static final List<String> BAD_VARIABLES =
      List.of("9a", "a-b", "", "WINDHOVER_JOB", "WINDHOVER_OTHER", LONG + "a");

  @TempDir private Path folder;
  private DeskScene scene;
  private int uploads;
  private final Map<String, Door> doors = new LinkedHashMap<>();

  @BeforeEach
  void open() {
    scene = new DeskScene(folder, DeskLimits.USUAL);
    Set<Thing> ofJobs =
        Set.of(
            Thing.JOB_NAME,
            Thing.TASK_NAME,
            Thing.KIND,
            Thing.LABEL,
            Thing.VARIABLE,
            Thing.VALUE,
            Thing.COMMAND,
            Thing.CORES,
            Thing.PRIORITY,
            Thing.RETRIES);
    doors.put("a job file in JSON", new Door(ofJobs, (t, v) -> reads(json(t, v, false))));
    doors.put(
        "a job file in YAML", new Door(ofJobs, (t, v) -> reads("# YAML\n" + json(t, v, false))));
    doors.put("a submission", new Door(ofJobs, (t, v) -> takesWhole(json(t, v, true))));
    doors.put("an older client", new Door(ofJobs, this::olderClient));
    doors.put(
        "Kestrel's stanza",
        new Door(Set.of(Thing.JOB_NAME, Thing.LABEL, Thing.COMMAND), this::kestrelStanza));
    doors.put("Kestrel's file", new Door(Set.of(Thing.LABEL, Thing.COMMAND), this::kestrelFile));
    doors.put("#SBATCH", new Door(Set.of(Thing.LABEL, Thing.VARIABLE), this::sbatch));
    doors.put("run", new Door(Set.of(Thing.OFFER, Thing.JOB_NAME), this::run));
    doors.put("worker", new Door(Set.of(Thing.OFFER), this::worker));
    doors.put("worker.yaml", new Door(Set.of(Thing.OFFER), this::workerFile));
    doors.put("a worker that joins", new Door(Set.of(Thing.OFFER), this::joins));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void everyEntranceHasTheSameRules() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Thing thing : Thing.values()) {
      for (Map.Entry<String, Door> door : doors.entrySet()) {
        if (door.getValue().things().contains(thing)) {
          judge(door, thing, good(thing), true, wrong);
          judge(door, thing, bad(thing), false, wrong);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static void judge(
      Map.Entry<String, Door> door,
      Thing thing,
      List<String> values,
      boolean expected,
      List<String> wrong)
      throws Exception {
    for (String value : values) {
      if (door.getValue().entrance().takes(thing, value) != expected) {
        wrong.add("%s: %s '%s'".formatted(door.getKey(), thing, value));
      }
    }
  }

  private static List<String> good(Thing thing) {
    return switch (thing) {
      case JOB_NAME, TASK_NAME, KIND -> GOOD_NAMES;
      case LABEL, OFFER -> GOOD_LABELS;
      case VARIABLE -> GOOD_VARIABLES;
      case VALUE -> List.of("", " ", "\u0001\t\n", "\ud83d\ude00");
      case COMMAND -> List.of("true", "echo \u00fc\t{a,b}", "x".repeat(40_000));
      case CORES -> List.of("1", "100000");
      case PRIORITY -> List.of("-1000000", "0", "1000000");
      case RETRIES -> List.of("0", "1000000");
    };
  }

  private static List<String> bad(Thing thing) {
    return switch (thing) {
      case JOB_NAME, TASK_NAME, KIND -> BAD_NAMES;
      case LABEL, OFFER -> BAD_LABELS;
      case VARIABLE -> BAD_VARIABLES;
      case VALUE -> List.of("a\u0000b", "x".repeat(131_072));
      case COMMAND -> List.of(" ", "x".repeat(131_072));
      case CORES -> List.of("0", "100001");
      case PRIORITY -> List.of("-1000001", "1000001");
      case RETRIES -> List.of("-1", "1000001");
    };
  }

  private static String json(Thing thing, String value, boolean submitted) throws IOException {
    var mapper = JsonMapper.builder().build();
    var job = mapper.createObjectNode();
    if (submitted) {
      job.put("windhover", 1);
    }
    job.put("name", thing == Thing.JOB_NAME ? value : "job");
    var task = job.putArray("tasks").addObject();
    task.put("name", thing == Thing.TASK_NAME ? value : "task");
    task.put("command", thing == Thing.COMMAND ? value : "true");
    switch (thing) {
      case KIND -> task.put("kind", value);
      case LABEL -> task.putArray("requires").add(value);
      case VARIABLE -> task.putObject("env").put(value, "v");
      case VALUE -> task.putObject("env").put("A", value);
      case CORES -> task.put("cores", Integer.parseInt(value));
      case PRIORITY -> task.put("priority", Integer.parseInt(value));
      case RETRIES -> task.put("retries", Integer.parseInt(value));
      default -> {}
    }
    return mapper.writeValueAsString(job);
  }

  private static boolean reads(String text) {
    try {
      var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
      JobFileReader.read("job", in, Path.of("/jobs"));
      return true;
    } catch (JobFileException e) {
      return false;
    }
  }

  private boolean takesWhole(String json) throws IOException {
    Stanza answer = null;
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    for (Xml part : DeskScene.parts(bytes, "u" + ++uploads, 60_000)) {
      answer = submitted(part);
    }
    return answer != null && answer.type().equals("result");
  }

  private Stanza submitted(Xml payload) {
    scene.pass(1_000);
    return scene.ask("set", DeskScene.ALICE, "submit@" + DeskScene.DOMAIN, payload);
  }

  private boolean olderClient(Thing thing, String value) throws IOException {
    var env = new TreeMap<String, String>();
    if (thing == Thing.VARIABLE) {
      env.put(value, "v");
    } else if (thing == Thing.VALUE) {
      env.put("A", value);
    }
    JobSpec spec;
    try {
      var group =
          new TaskGroup(
              thing == Thing.TASK_NAME ? value : "task",
              1,
              new Script(List.of(thing == Thing.COMMAND ? value : "true"), "", env),
              thing == Thing.KIND ? value : "task",
              new Need(
                  thing == Thing.LABEL ? List.of(value) : List.of(),
                  thing == Thing.CORES ? Integer.parseInt(value) : 1,
                  0),
              List.of(),
              RuntimeEstimate.UNKNOWN,
              thing == Thing.PRIORITY ? Integer.parseInt(value) : 0,
              true,
              thing == Thing.RETRIES ? Integer.parseInt(value) : 0,
              0,
              0);
      String name = thing == Thing.JOB_NAME ? value : "job";
      spec = new JobSpec(name, "", new Deadline.None(), false, List.of(group));
    } catch (IllegalArgumentException e) {
      return false; // Not even a client could make it.
    }
    return takesWhole(JournalCodec.encode(spec));
  }

  private boolean kestrelStanza(Thing thing, String value) {
    if (thing == Thing.JOB_NAME && (value.isEmpty() || value.indexOf('\0') >= 0)) {
      return false; // No name is no name to judge, and XML has no NUL.
    }
    Xml job =
        Xml.of("job", Namespaces.KESTREL_JOB)
            .with("action", "submit")
            .with("name", thing == Thing.JOB_NAME ? value : "job")
            .with(
                Xml.text(
                    "command", Namespaces.KESTREL_JOB, thing == Thing.COMMAND ? value : "true"));
    if (thing == Thing.LABEL) {
      job = job.with(Xml.text("requires", Namespaces.KESTREL_JOB, value));
    }
    return submitted(job).type().equals("result");
  }

  private boolean kestrelFile(Thing thing, String value) {
    String command = thing == Thing.COMMAND ? value : "true";
    String requires = thing == Thing.LABEL ? "requires = " + value + "\n" : "";
    return reads("[job]\ncommand = " + command + "\n" + requires);
  }

  private boolean sbatch(Thing thing, String value) {
    String option = thing == Thing.LABEL ? "--constraint=" + value : "--export='" + value + "=v'";
    return reads("#!/bin/sh\n#SBATCH " + option + "\ntrue\n");
  }

  /** What is refused first is the option, before the file that is not there. */
  private boolean run(Thing thing, String value) {
    Typed typed =
        thing == Thing.OFFER
            ? Typed.here("run", "--offer=" + value, "no-such-file")
            : Typed.here("run", "--name=" + value, "--lines", "no-such-file");
    assertThat(typed.exit()).isEqualTo(2);
    return typed.err().contains("no-such-file: no such file");
  }

  /** What is refused first is the label, before a grace that is none. */
  private boolean worker(Thing thing, String value) throws IOException {
    Typed typed =
        Typed.here(
            "worker",
            "--user=w@example.org",
            "--password-file=" + secret(),
            "--manager=m.example.org",
            "--grace=none",
            "--offers=" + value);
    assertThat(typed.exit()).isEqualTo(2);
    return typed.err().contains("--grace");
  }

  private Path secret() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "hunter2\n");
    return Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
  }

  private boolean workerFile(Thing thing, String value) throws IOException {
    secret();
    String settings =
        "{user: w@example.org, manager: m.example.org, passwordFile: secret, offers: [\"%s\"]}"
            .formatted(value);
    try {
      WorkerConfig.read(Files.writeString(folder.resolve("worker.yaml"), settings));
      return true;
    } catch (CommandFailure e) {
      return false;
    }
  }

  private boolean joins(Thing thing, String value) {
    scene.join("w@example.org/" + ++uploads, 1, value);
    return scene.world().machines().stream()
        .anyMatch(machine -> machine.spec().labels().contains(value));
  }
}
