package io.windhover.workload.scenario;

import static io.windhover.workload.scenario.ScenarioSchemaTest.names;
import static io.windhover.workload.scenario.ScenarioSchemaTest.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.workload.EditorView;
import io.windhover.workload.JobFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The annotated examples promise to show every key. */
class AnnotatedExamplesTest {
  private static final JsonNode SCENARIO = schema(ScenarioReader.SCHEMA);
  private static final JsonNode CATALOGUE = schema(CatalogueReader.SCHEMA);
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root", ".."), "examples", "scenarios");

  @Test
  void theAnnotatedScenarioShowsEveryKeyAndNoOther() throws JobFileException, IOException {
    String text = Files.readString(EXAMPLES.resolve("annotated.yaml"));
    var shown = new TreeSet<String>();
    keys(EditorView.of(text), "", shown);
    alternatives(text, shown);

    var known = new TreeSet<String>();
    keysOf(SCENARIO, SCENARIO, "", known);
    assertThat(shown).isEqualTo(known).contains("market.trace.ends", "work.table.memory.mean");
  }

  @Test
  void theAnnotatedCatalogueShowsEveryKeyAndNoOther() throws JobFileException, IOException {
    var shown = new TreeSet<String>();
    keys(EditorView.of(Files.readString(EXAMPLES.resolve("ec2-2019.yaml"))), "", shown);

    var known = new TreeSet<String>();
    keysOf(CATALOGUE, CATALOGUE, "", known);
    known.removeIf(key -> key.startsWith("market")); // a remark; the scenario shows its words
    assertThat(shown).isEqualTo(known).contains("types.limits.on-demand");
  }

  /** What stands as a remark after "Or, instead of ...", read as if it were in force. */
  private static void alternatives(String text, Set<String> keys) throws JobFileException {
    String section = "";
    var block = new StringBuilder();
    for (String line : (text + "\nend:\n").lines().toList()) {
      if (!line.isEmpty() && Character.isLetter(line.charAt(0))) {
        if (!block.isEmpty()) {
          keys(EditorView.of(block.toString()), section, keys);
          block.setLength(0);
        }
        section = line.substring(0, line.indexOf(':'));
      } else if (line.startsWith("  #   ") || line.matches("  # [a-z]+:.*")) {
        block.append(line.substring("  # ".length())).append('\n');
      }
    }
  }

  /** The tasks of a job file and the fields of a catalogue are shown elsewhere. */
  private static void keys(JsonNode node, String path, Set<String> keys) {
    if (node.isArray() && !path.equals("work.tasks")) {
      node.forEach(item -> keys(item, path, keys));
    } else if (node.isObject() && !path.equals("market.interruption.types")) {
      for (String name : names(node)) {
        String key = path.isEmpty() ? name : path + "." + name;
        keys.add(key);
        keys(node.get(name), key, keys);
      }
    }
  }

  private static void keysOf(JsonNode schema, JsonNode part, String path, Set<String> keys) {
    if (path.equals("catalogue") || path.equals("work.tasks")) {
      return;
    }
    if (part.has("$ref")) {
      keysOf(schema, schema.at(part.get("$ref").asText().substring(1)), path, keys);
    }
    part.path("anyOf").forEach(one -> keysOf(schema, one, path, keys));
    if (part.has("items")) {
      keysOf(schema, part.get("items"), path, keys);
    }
    for (String name : names(part.path("properties"))) {
      String key = path.isEmpty() ? name : path + "." + name;
      keys.add(key);
      keysOf(schema, part.at("/properties/" + name), key, keys);
    }
  }
}
