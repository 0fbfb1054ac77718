package io.windhover.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.http.Served.Seen;
import io.windhover.app.place.PluginStage;
import io.windhover.app.place.SchedulerChoice;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service with filters, ranks and costs of an operator's own. */
final class PluginServiceTest {
  @TempDir private Path dir;

  private Served serve(List<String> filters, List<String> ranks) {
    var choice = new SchedulerChoice("one-pass", filters, ranks, List.of(), dir.resolve("plugins"));
    return new Served(dir.resolve("state"), choice.make());
  }

  @Test
  void theExampleDecidesInTheService() throws Exception {
    PluginStage.example(dir.resolve("plugins"));
    try (Served served = serve(List.of("no-spot-on-legacy"), List.of("near-full=1"))) {
      served.put("a", "{'vcpus': 64, 'ramMb': 64000}");
      served.put("b", "{'vcpus': 8, 'ramMb': 16000, 'traits': ['legacy']}");
      served.place("first", ", 'traits': ['legacy']");
      assertThat(served.place("normal", "").at("/host").asText()).isEqualTo("b");
      assertThat(served.place("spot", ", 'preemptible': true").at("/host").asText()).isEqualTo("a");
    }
  }

  @Test
  void aFilterThatThrowsFailsOneAnswerAndNotTheService() throws Exception {
    PluginStage.jar(
        dir.resolve("plugins"),
        "Shy",
        "class Shy implements HostFilter { public String label() { return \"shy\"; }"
            + " public String rejects(HostView host, Request request) {"
            + " return request.preemptible() ? null : host.host().traits().get(0); } }",
        "Shy");
    try (Served served = serve(List.of("shy"), List.of())) {
      served.put("a", "{'vcpus': 4, 'ramMb': 8000}");
      Seen failed = served.place("normal", "");
      assertThat(failed.status()).isEqualTo(500);
      assertThat(failed.at("/error").asText()).isEqualTo("plugin-failed");
      assertThat(failed.at("/message").asText()).startsWith("filter \"shy\" of a plug-in failed:");
      assertThat(served.place("spot", ", 'preemptible': true").id()).isEqualTo("p1");
      assertThat(served.get("/health").status()).isEqualTo(200);
      assertThat(served.failures).isEmpty();
    }
  }
}
