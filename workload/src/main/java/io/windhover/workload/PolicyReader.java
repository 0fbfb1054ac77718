package io.windhover.workload;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads which policy is wanted, with its settings: {@code bag}, or {@code {name: bag, ...}}. */
public final class PolicyReader {
  private PolicyReader() {}

  public static PolicyChoice read(Node node, Values values) {
    if (!(node instanceof Node.Fields map)) {
      return new PolicyChoice(values.name(node, "policy"), Map.of(), node.line());
    }
    String name = "";
    Map<String, String> settings = new LinkedHashMap<>();
    for (Node.Field field : map.fields()) {
      String path = "policy." + Shown.field(field.name());
      if (field.name().equals("name")) {
        name = values.name(field.value(), path);
      } else {
        values.name(new Node.Text(field.line(), field.name(), Node.Kind.TEXT), path);
        settings.put(field.name(), values.written(field.value(), path));
      }
    }
    if (map.fields().stream().noneMatch(field -> field.name().equals("name"))) {
      values.wrong(node, "policy.name", "is missing; expected the name of a policy");
    }
    return new PolicyChoice(name, settings, node.line());
  }
}
