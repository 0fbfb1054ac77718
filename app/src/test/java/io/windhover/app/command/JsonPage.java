package io.windhover.app.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes docs/json.md from the schemas: one table for each kind of object. */
final class JsonPage {
  private static final String HEAD =
      """
      # What commands print with --json

      Every command with `--json` prints one JSON object on one line (`watch` and `tasks` \
      one a line, `reproduce` one a paper) on standard output; everything for people goes to \
      standard error. A command that is refused before it begins (one line there, exit code \
      2, 3 or 6) prints none. Members may be added; those that are here keep their names and \
      meanings. A member with a question mark may be missing: what is not known is left out. \
      Paths are absolute. Times are ISO 8601 in UTC, spans are seconds unless the name says \
      otherwise, money is in dollars. Counts of tasks are disjoint and add up.

      `windhover schema COMMAND` prints the JSON Schema of an output, `windhover schema` the \
      names of all. The tables below are made from the schemas (`JsonPageTest` compares them). \
      What the placement service answers over HTTP is described by its `/openapi.json`.
      """;

  private final StringBuilder text = new StringBuilder(HEAD);

  static String written() throws IOException {
    var page = new JsonPage();
    for (String output : SchemaCommand.OUTPUTS) {
      page.output(output);
    }
    return page.text.toString();
  }

  private void output(String output) throws IOException {
    text.append("\n## ").append(output.replace('-', ' ')).append("\n\n");
    if (output.equals("watch")) {
      text.append("Every line is what `status` prints of a job.\n");
      return;
    }
    JsonNode schema = JsonSchemas.schema(output);
    text.append(schema.get("title").asText()).append(".\n");
    List<String> forms = new ArrayList<>();
    schema.path("oneOf").forEach(form -> forms.add(name(form)));
    if (forms.isEmpty()) {
      table(schema);
    } else {
      text.append("It is one of these: ").append(String.join(", ", forms)).append(".\n");
    }
    for (Map.Entry<String, JsonNode> part : schema.path("$defs").properties()) {
      text.append("\n**").append(part.getKey()).append("**\n");
      table(part.getValue());
    }
  }

  private void table(JsonNode object) {
    List<String> required = new ArrayList<>();
    object.get("required").forEach(name -> required.add(name.asText()));
    text.append("\n| member | type | meaning |\n|---|---|---|\n");
    for (Map.Entry<String, JsonNode> member : object.get("properties").properties()) {
      String mark = required.contains(member.getKey()) ? "" : "?";
      JsonNode value = member.getValue();
      text.append(
          "| `%s`%s | %s | %s |\n"
              .formatted(member.getKey(), mark, type(value), value.get("description").asText()));
    }
    if (object.get("additionalProperties").isObject()) {
      JsonNode others = object.get("additionalProperties");
      text.append(
          "| others | %s | %s |\n".formatted(type(others), others.get("description").asText()));
    }
  }

  private static String name(JsonNode reference) {
    return reference.get("$ref").asText().replaceFirst(".*/", "");
  }

  private static String type(JsonNode value) {
    if (value.has("$ref")) {
      return name(value);
    }
    if (value.has("anyOf")) {
      return type(value.get("anyOf").get(0)) + " or null";
    }
    if (value.has("enum")) {
      List<String> words = new ArrayList<>();
      value.get("enum").forEach(word -> words.add(word.isNull() ? "null" : word.asText()));
      return String.join(", ", words);
    }
    List<String> types = new ArrayList<>();
    JsonNode type = value.get("type");
    if (type.isArray()) {
      type.forEach(one -> types.add(one(value, one.asText())));
    } else {
      types.add(one(value, type.asText()));
    }
    return String.join(" or ", types);
  }

  private static String one(JsonNode value, String type) {
    return switch (type) {
      case "array" -> "list of " + type(value.get("items"));
      case "object" ->
          value.get("additionalProperties").isObject()
              ? "map of " + type(value.get("additionalProperties"))
              : "object (" + String.join(", ", names(value)) + ")";
      case "string" ->
          value.has("format")
              ? "time"
              : value.path("pattern").asText().equals("^/") ? "path" : type;
      default -> type;
    };
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.get("properties").fieldNames().forEachRemaining(names::add);
    return names;
  }
}
