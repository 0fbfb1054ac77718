package io.windhover.policies.workflow.justintime;

/** A plan as words: its types, how many side by side, its reserve. */
final class PlanText {
  private PlanText() {}

  static String of(ClassPlan plan) {
    StringBuilder text = new StringBuilder();
    for (int type : plan.types()) {
      text.append(text.isEmpty() ? "" : ",").append(type);
    }
    return text
        + " "
        + plan.side()
        + " "
        + plan.spread()
        + " "
        + plan.reserve().margin()
        + " "
        + plan.reserve().kept();
  }

  static ClassPlan read(String[] words, int from, Planner planner) {
    String[] numbers = words[from].split(",", -1);
    int[] types = new int[numbers.length];
    for (int node = 0; node < types.length; node++) {
      types[node] = Integer.parseInt(numbers[node]);
    }
    int side = Integer.parseInt(words[from + 1]);
    double spread = Double.parseDouble(words[from + 2]);
    Reserve reserve =
        new Reserve(Double.parseDouble(words[from + 3]), Double.parseDouble(words[from + 4]));
    return planner.windows(types, side, reserve, spread);
  }
}
