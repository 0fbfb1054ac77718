package io.windhover.policies.workflow.justintime;

/** A plan as words: its types, how many side by side, its margin. */
final class PlanText {
  private PlanText() {}

  static String of(ClassPlan plan) {
    StringBuilder text = new StringBuilder();
    for (int type : plan.types()) {
      text.append(text.isEmpty() ? "" : ",").append(type);
    }
    return text + " " + plan.side() + " " + plan.margin() + " " + plan.spread();
  }

  static ClassPlan read(String[] words, int from, Planner planner) {
    String[] numbers = words[from].split(",", -1);
    int[] types = new int[numbers.length];
    for (int node = 0; node < types.length; node++) {
      types[node] = Integer.parseInt(numbers[node]);
    }
    int side = Integer.parseInt(words[from + 1]);
    return planner.windows(
        types, side, Double.parseDouble(words[from + 2]), Double.parseDouble(words[from + 3]));
  }
}
