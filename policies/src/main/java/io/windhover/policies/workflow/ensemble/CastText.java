package io.windhover.policies.workflow.ensemble;

import io.windhover.core.policy.Memory;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;

/** Who is in charge of what, as text; what each rule remembers is a text in that text. */
final class CastText {
  private static final int FORM = 1;

  private CastText() {}

  static String of(Cast cast) {
    MemoryWriter text = new MemoryWriter(Ensemble.POLICY, FORM);
    text.line("next", cast.next);
    text.line("margins", cast.margins.runtimes(), cast.margins.lag());
    cast.standing.write(text);
    cast.jobs.forEach((id, rule) -> text.line("job", id, rule));
    cast.machines.forEach((id, rule) -> text.line("machine", id, rule));
    cast.expected.forEach((attempt, millis) -> text.line("runs", attempt, millis));
    for (int rule = 0; rule < cast.memories.size(); rule++) {
      text.line("rule", rule, cast.memories.get(rule).encoded());
    }
    return text.text();
  }

  /** Each rule says what its own text means; if one cannot, there is no cast. */
  static Memory recalled(Ensemble ensemble, String encoded) {
    Cast cast = new Cast(ensemble.rules());
    return MemoryReader.read(encoded, Ensemble.POLICY, FORM, line -> take(line, cast, ensemble))
        ? cast
        : Memory.NONE;
  }

  private static void take(MemoryReader line, Cast cast, Ensemble ensemble) {
    switch (line.kind()) {
      case "next" -> cast.next = line.nextInt();
      case "margins" -> cast.margins = new Cast.Margins(line.nextInt(), line.nextInt());
      case "standing" -> cast.standing.take(line);
      case "job" -> cast.jobs.put(line.nextInt(), line.nextInt());
      case "machine" -> cast.machines.put(line.nextInt(), line.nextInt());
      case "runs" -> cast.expected.put(line.nextText(), line.nextLong());
      case "rule" -> {
        int rule = line.nextInt();
        String text = line.nextText();
        Memory memory = ensemble.recalled(rule, text);
        if (memory == Memory.NONE && !text.isEmpty()) {
          throw line.unknown();
        }
        cast.memories.set(rule, memory);
      }
      default -> throw line.unknown();
    }
  }
}
