package io.windhover.policies.workflow.ensemble;

import io.windhover.core.event.Event;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.policies.workflow.frame.WorkflowPolicy;
import io.windhover.policies.workflow.frame.WorkflowSettings;
import io.windhover.policies.workflow.frame.WorkflowSettings.Impossible;
import io.windhover.policies.workflow.justintime.JustInTime;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.List;

/**
 * Our own rule and others side by side. Each new job goes to the rule that is in charge at that
 * moment, to ours if it leaves no time for the other's margins, and stays with it to its end; a
 * machine stays with the rule that has rented it until that gives it back. So no rule ever has to
 * understand what another has promised, and what each of them promises holds. When another rule
 * takes over, the old one ends its jobs and gives its machines back when their paid time ends.
 */
public record Ensemble(JustInTime own, List<Method> rivals, Chooser chooser) {
  /** The name of the policy that works so. */
  public static final String POLICY = "workflow";

  private static final int WHOLE = 1_000_000;

  /** Margins of other rules are whole numbers of these: with each change they plan classes anew. */
  private static final int LAG_STEP = 50_000;

  /** The worst error hardly changes, but rounding up a share of it would undo the sharing. */
  private static final int RUNTIME_STEP = 10_000;

  public Ensemble {
    rivals = List.copyOf(rivals);
  }

  /** The one that would have cost least gets the job. */
  public static Ensemble of(JustInTime own, List<Method> rivals) {
    return new Ensemble(own, rivals, new Auditions());
  }

  int rules() {
    return 1 + rivals.size();
  }

  WorkflowPolicy rival(int rule, Cast.Margins margins) {
    Impossible impossible = own.refuses() ? Impossible.REFUSE : Impossible.WARN;
    return new WorkflowPolicy(
        rivals.get(rule - 1), new WorkflowSettings(impossible, margins.runtimes(), margins.lag()));
  }

  /** What experience says that other rules should keep back. */
  static Cast.Margins margins(Cast cast, WorldView world) {
    Memory own = cast.memories.get(Cast.OWN);
    long lag = Math.max(1, VmTypes.of(world.offers()).lagMillisMax());
    return new Cast.Margins(
        stepped(JustInTime.runtimeMargin(own), RUNTIME_STEP),
        stepped(JustInTime.lagMarginMillis(own) / (double) lag, LAG_STEP));
  }

  private static int stepped(double share, int step) {
    return (int) Math.ceil(share * WHOLE / step - 1e-9) * step;
  }

  public Decision decide(WorldView world, List<Event> batch) {
    Cast cast = world.memory() instanceof Cast known ? known : new Cast(rules());
    return new Scene(this, world, cast).play(batch);
  }

  Memory recalled(int rule, String encoded) {
    return rule == Cast.OWN
        ? JustInTime.recalled(encoded)
        : rival(rule, Cast.Margins.NONE).recall(encoded);
  }

  public Memory recalled(String encoded) {
    return CastText.recalled(this, encoded);
  }
}
