package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Single values of files. */
class ValuesTest {
  /** Written out, the number would have a hundred million digits: that took minutes. */
  @Test
  @Timeout(10)
  void anAmountFarBelowAnythingIsNothing() {
    var problems = new Problems("catalogue.yaml");
    var node = new Node.Text(1, "1e-99999999", Node.Kind.NUMBER);
    assertThat(new Values(problems).amount(node, "price", 10, "dollars an hour")).isZero();
    assertThat(problems.count()).isZero();
  }
}
