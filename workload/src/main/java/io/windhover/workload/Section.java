package io.windhover.workload;

import io.windhover.core.words.Nearest;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One map of the file whose fields are known: the job, a task, its checkpoints. */
public final class Section {
  private final Map<String, Node.Field> fields = new LinkedHashMap<>();
  private final Set<String> misspelt = new LinkedHashSet<>();
  private final String path;

  /**
   * @param path of the section itself; empty for the job
   * @param what it is, for the complaint about a field that is not known
   */
  public Section(
      Node.Fields node, String path, List<String> known, String what, Problems problems) {
    this.path = path;
    for (Node.Field field : node.fields()) {
      if (known.contains(field.name())) {
        fields.put(field.name(), field);
      } else {
        misspelt.add(Nearest.to(field.name(), known));
        String why =
            field.name().equals("<<")
                ? "merging is not part of YAML 1.2; expected the fields themselves"
                : "is not a field of " + what + "; " + Nearest.hint(field.name(), known);
        problems.add(field.line(), path(field.name()), why);
      }
    }
  }

  public Optional<Node> value(String name) {
    return Optional.ofNullable(fields.get(name)).map(Node.Field::value);
  }

  /** Neither there nor, as far as can be told, meant by a field that is not known. */
  public boolean lacks(String name) {
    return !fields.containsKey(name) && !misspelt.contains(name);
  }

  public String path(String name) {
    String shown = Shown.field(name);
    return path.isEmpty() ? shown : path + "." + shown;
  }
}
