package io.windhover.app.settings;

import io.windhover.core.model.JobRules;
import io.windhover.workload.Node;
import io.windhover.workload.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reader of those settings of a manager that say what each account may do. */
final class AccountRulesReader {
  private static final String HIGHEST = "highest";

  private final ConfigFile file;
  private final ConfigSection manager;

  AccountRulesReader(ConfigFile file, ConfigSection manager) {
    this.file = file;
    this.manager = manager;
  }

  /**
   * Reads them.
   *
   * @param domain the manager's own, below that of the accounts that are meant unless others are
   */
  AccountRules read(String domain) {
    Map<String, Integer> priorities = new TreeMap<>();
    for (Node.Field field :
        fields("priorities", "highest: 5 and accounts like alice@example.org")) {
      String name = "priorities." + field.name();
      int highest = file.values.whole(field.value(), name, 0, JobRules.PRIORITY_MAX);
      if (field.name().equals(HIGHEST) || isPattern(field, "priorities")) {
        priorities.put(field.name(), highest);
      }
    }
    Integer highest = priorities.remove(HIGHEST);
    return new AccountRules(
        accounts("workers", domain, "worker*"),
        accounts("users", domain, "*"),
        JidPatterns.of(patterns("admins")),
        labels(),
        highest == null ? JobRules.PRIORITY_MAX : highest,
        priorities);
  }

  private Map<String, List<String>> labels() {
    Map<String, List<String>> labels = new TreeMap<>();
    for (Node.Field field : fields("labels", "accounts like worker-gpu-*@example.org")) {
      List<String> allowed = new ArrayList<>();
      List<Node> items =
          field.value() instanceof Node.Items list ? list.items() : List.of(field.value());
      for (Node item : items) {
        String label = file.values.written(item, "labels");
        if (JobRules.isLabel(label.replace('*', 'x'))) {
          allowed.add(label);
        } else {
          manager.wrong(
              item, "labels", Shown.node(item) + " is no label; expected one like gpu, or cuda*");
        }
      }
      if (isPattern(field, "labels")) {
        labels.put(field.name(), allowed);
      }
    }
    return labels;
  }

  private List<Node.Field> fields(String name, String expected) {
    Node value = manager.value(name).orElse(null);
    if (value == null || value instanceof Node.Broken) {
      return List.of();
    }
    if (value instanceof Node.Fields map) {
      return map.fields();
    }
    manager.wrong(value, name, Shown.node(value) + " is no map; expected " + expected);
    return List.of();
  }

  private boolean isPattern(Node.Field field, String name) {
    if (JidPatterns.isPattern(field.name())) {
      return true;
    }
    file.problems.add(
        field.line(),
        name,
        "\"%s\" is no pattern of accounts; expected one like worker*@example.org"
            .formatted(Shown.oneLine(field.name())));
    return false;
  }

  /** Those of the server that the manager's domain is below of, unless others are named. */
  private JidPatterns accounts(String field, String domain, String usual) {
    List<String> globs = patterns(field);
    if (manager.value(field).isPresent()) {
      return JidPatterns.of(globs);
    }
    int dot = domain.indexOf('.');
    if (dot < 0 && !domain.isEmpty()) {
      file.problems.add(
          manager.line(),
          field,
          "is missing, and the domain %s is below no other; expected accounts like %s@example.org"
              .formatted(domain, usual));
    }
    return JidPatterns.of(dot < 0 ? List.of() : List.of(usual + "@" + domain.substring(dot + 1)));
  }

  private List<String> patterns(String field) {
    List<String> globs = new ArrayList<>();
    for (Node item : manager.items(field)) {
      String glob = file.values.written(item, manager.path(field));
      if (JidPatterns.isPattern(glob)) {
        globs.add(glob);
      } else {
        manager.wrong(
            item,
            field,
            Shown.node(item) + " is no pattern of accounts; expected one like worker*@example.org");
      }
    }
    return globs;
  }
}
