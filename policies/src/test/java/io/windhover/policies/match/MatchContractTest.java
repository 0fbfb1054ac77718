package io.windhover.policies.match;

import io.windhover.core.policy.Policy;
import io.windhover.simulator.testkit.PolicyContract;

class MatchContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new Match(Match.Impossible.WAITS);
  }
}
