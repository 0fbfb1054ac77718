package io.windhover.workload.scenario;

import io.windhover.workload.Documents;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Reads a market that stands alone, in the words of a scenario's field of that name. */
public final class MarketText {
  private MarketText() {}

  /**
   * The market of a text such as {@code {hibernation: {hibernations: 3, per: 1h}}}.
   *
   * @param source what to call the text in complaints
   * @param folder where a trace that it names is looked for
   * @param types that a trace may name
   */
  public static MarketChoice read(String source, String text, Path folder, List<String> types)
      throws JobFileException {
    var problems = new Problems(source);
    var in = new ByteArrayInputStream(("market: " + text).getBytes(StandardCharsets.UTF_8));
    Node.Fields map = Documents.fields(in, "market", "a market", problems);
    var reader = new MarketReader(problems, folder::resolve, types);
    MarketChoice market = new MarketChoice.Calm();
    for (Node.Field field : map.fields()) {
      if (field.name().equals("market")) {
        market = reader.read(field.value());
      } else {
        problems.add(field.line(), "", "says more than a market; expected calm or one map");
      }
    }
    problems.throwIfAny();
    return market;
  }
}
