package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.command.Program.Call;
import io.windhover.app.command.Program.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example for EC2 with the real aws command line, against a stub of the calls it makes. */
@Tag("clouds")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class Ec2HookIT {
  private static final CloudExample EXAMPLE = new CloudExample("ec2");

  @TempDir private Path folder;
  private Program program;
  private Ec2Stub stub;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void setUp() throws Exception {
    stub =
        new Ec2Stub(
            Files.createDirectory(folder.resolve("ec2")),
            Map.of("WINDHOVER_JAVA", CloudExample.JAVA));
    environment.put("AWS_ACCESS_KEY_ID", Ec2Stub.KEY);
    environment.put("AWS_SECRET_ACCESS_KEY", Ec2Stub.SECRET);
    environment.put("AWS_EC2_METADATA_DISABLED", "true");
    environment.put("AWS_CONFIG_FILE", "/dev/null");
    environment.put("AWS_SHARED_CREDENTIALS_FILE", "/dev/null");
    program = new Program(folder);
    String settings = EXAMPLE.settings();
    String command = "\"aws\", \"--region\"";
    assertThat(settings).contains(command);
    String here = "\"/usr/bin/aws\", \"--endpoint-url\", \"%s\", \"--region\"";
    EXAMPLE.write(program, settings.replace(command, here.formatted(stub.url())), 1, 8);
  }

  @AfterEach
  void nothingIsLeft() {
    try {
      assertThat(stub.alive()).isEmpty();
      stub.relaunch();
      assertThat(stub.alive()).as("requests are cancelled too").isEmpty();
    } finally {
      stub.close();
    }
  }

  @Test
  void aBagRunsOnASpotMachineThatHibernatesForAWhile() throws Exception {
    Ended offers = program.start(environment, "cloud", "offers", "cloud.yaml").await();
    assertThat(offers.out())
        .as(offers.err())
        .contains("c5.large/spot: 2 cores, $0.0310 an hour")
        .contains("c5.large/on-demand: 2 cores, $0.0970 an hour");

    Call call = program.start(environment, "run", "job.yaml", "--cloud", "cloud.yaml", "--json");
    program.awaitLines("ran", 1);
    StubInstance machine = stub.alive().get(0);
    machine.hibernate();
    call.awaitSaid("1 frozen");
    machine.resume();
    Ended ended = call.await();

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("\"hibernated\":1")
        .contains("\"left\":0}")
        .contains("\"kept\":true");
    assertThat(program.lines("ran")).contains("0", "1", "2", "3", "4", "5", "6", "7");
    assertThat(stub.calls.indexOf("CancelSpotInstanceRequests"))
        .as("the request goes before its machine: %s", stub.calls)
        .isBetween(0, stub.calls.indexOf("TerminateInstances"));
  }

  private String hook(String verb, String more) throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder("/usr/bin/python3", EXAMPLE.script().toString(), "ec2.json", verb)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    try (var in = process.getOutputStream()) {
      in.write(
          "{\"version\": 1, \"verb\": \"%s\", \"mark\": \"wh-\", \"dir\": \"%s\"%s}"
              .formatted(verb, folder, more)
              .getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said.strip();
  }

  private String ask(String lease, String market, String script) throws Exception {
    return hook(
        "ask",
        """
        , "lease": "%s", "type": "c5.large", "market": "%s", "startUp": {"script": "%s"}\
        """
            .formatted(lease, market, script));
  }

  @Test
  void askedTwiceItRentsOnceAndWithoutRoomItRefuses() throws Exception {
    stub.room(1);
    assertThat(ask("wh-1", "spot", "sleep 1000")).isEqualTo("{\"version\": 1}");
    assertThat(ask("wh-1", "spot", "sleep 1000")).isEqualTo("{\"version\": 1}");
    assertThat(stub.alive()).hasSize(1);
    assertThat(ask("wh-2", "on-demand", "sleep 1000"))
        .isEqualTo("{\"version\": 1, \"refused\": \"EC2: InsufficientInstanceCapacity\"}");
    assertThat(hook("survey", ""))
        .contains("{\"lease\": \"wh-1\", \"state\": \"running\", \"since\": \"20")
        .doesNotContain("wh-2");
    assertThat(hook("release", ", \"lease\": \"wh-1\"")).isEqualTo("{\"version\": 1}");
    assertThat(hook("survey", "")).contains("\"state\": \"ended\"").contains("\"changed\": \"20");
    assertThat(hook("release", ", \"lease\": \"wh-7\"")).isEqualTo("{\"version\": 1}");
  }

  /** A request that outlived its machine would launch another one, which nobody waits for. */
  @Test
  void theRequestOfAMachineThatShutItselfDownIsCancelledByTheSurvey() throws Exception {
    assertThat(ask("wh-1", "spot", "exit 0")).isEqualTo("{\"version\": 1}");
    while (!stub.alive().isEmpty()) {
      Thread.sleep(20);
    }

    assertThat(hook("survey", "")).contains("\"lease\": \"wh-1\", \"state\": \"ended\"");

    assertThat(stub.calls).contains("CancelSpotInstanceRequests");
  }

  @Test
  void whatARequestHasLaunchedAgainIsEndedWithItsLease() throws Exception {
    String lastsTheSecondTime = "test -d ../i-00000000000000002 && sleep 1000; exit 0";
    assertThat(ask("wh-1", "spot", lastsTheSecondTime)).isEqualTo("{\"version\": 1}");
    while (!stub.alive().isEmpty()) {
      Thread.sleep(20);
    }
    stub.relaunch();

    assertThat(hook("survey", "")).contains("{\"lease\": \"wh-1\", \"state\": \"starting\"}");
    assertThat(stub.alive()).hasSize(1);
    assertThat(hook("release", ", \"lease\": \"wh-1\"")).isEqualTo("{\"version\": 1}");
    assertThat(hook("survey", "")).contains("\"lease\": \"wh-1\", \"state\": \"ended\"");
  }

  @Test
  void aWrongKeyIsSaidBeforeAnythingIsRented() throws Exception {
    environment.put("AWS_SECRET_ACCESS_KEY", "wrong");

    Ended ended = program.start(environment, "run", "job.yaml", "--cloud", "cloud.yaml").await();

    assertThat(ended.exit()).isEqualTo(3);
    assertThat(ended.err())
        .contains("cloud cloud: hook /usr/bin/python3 offers: exit code 1: An error")
        .contains("AuthFailure");
    assertThat(stub.calls).isEmpty();
  }
}
