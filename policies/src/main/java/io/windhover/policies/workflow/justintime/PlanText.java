package io.windhover.policies.workflow.justintime;

import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import java.util.stream.IntStream;

/** A plan at the end of a line: how many side by side, its reserve, its types. */
final class PlanText {
  private PlanText() {}

  static void write(ClassPlan plan, MemoryWriter line) {
    line.and(plan.side(), plan.spread(), plan.reserve().margin(), plan.reserve().kept());
    for (int type : plan.types()) {
      line.and(type);
    }
  }

  static ClassPlan read(MemoryReader line, Planner planner) {
    int side = line.nextInt();
    double spread = line.nextDouble();
    Reserve reserve = new Reserve(line.nextDouble(), line.nextDouble());
    IntStream.Builder types = IntStream.builder();
    while (line.hasNext()) {
      types.add(line.nextInt());
    }
    return planner.windows(types.build().toArray(), side, reserve, spread);
  }
}
