package io.windhover.policies.workflow.ensemble;

import io.windhover.core.policy.Policy;
import io.windhover.policies.workflow.GainWait;
import io.windhover.policies.workflow.IcPcp;
import io.windhover.policies.workflow.Scs;
import io.windhover.policies.workflow.Workflow;
import io.windhover.policies.workflow.justintime.JustInTime;
import io.windhover.simulator.testkit.PolicyContract;
import java.util.List;

/** All rules are in charge of something at once: each job goes to the next of them. */
class EnsembleContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new Workflow(
        new Ensemble(
            new JustInTime(true, true),
            List.of(new IcPcp(), new Scs(), new GainWait()),
            (world, now, rehearsed, rivals, standing) -> (now + 1) % (1 + rivals.size())));
  }

  @Override
  protected long stories() {
    return 16;
  }
}
