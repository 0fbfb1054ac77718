package io.windhover.app.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.app.CommandFailure;
import io.windhover.policies.PolicyRegistry.Machines;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RecordedPolicyTest {
  @Test
  void isReadAsItWasWritten() {
    var policy =
        new RecordedPolicy("bag", new TreeMap<>(Map.of("slack", "3m")), Machines.COME_AND_GO);
    assertThat(policy.encode())
        .isEqualTo(
            "{\"name\":\"bag\",\"settings\":{\"slack\":\"3m\"},\"machines\":\"come_and_go\"}");
    assertThat(RecordedPolicy.decode(policy.encode())).isEqualTo(policy);
  }

  @Test
  void whatIsNotSaidIsAsUsual() {
    assertThat(RecordedPolicy.decode("{\"name\": \"match\", \"settings\": {}}"))
        .isEqualTo(RecordedPolicy.usual());
    assertThat(RecordedPolicy.usual().make().name()).isEqualTo("match");
  }

  @Test
  void garbageIsALineForPeople() {
    assertThatThrownBy(() -> RecordedPolicy.decode("{\"machines\":\"some\"}"))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("the recorded policy does not read: {\"machines\":\"some\"}");
  }
}
