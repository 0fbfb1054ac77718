package io.windhover.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** A file as an editor sees it, which knows the schema but not us. */
public final class EditorView {
  private EditorView() {}

  public static JsonNode of(String text) throws JobFileException {
    var problems = new Problems("file.yaml");
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return json(Documents.tree(SourceText.read(in, problems), problems));
  }

  private static JsonNode json(Node node) {
    JsonNodeFactory make = JsonNodeFactory.instance;
    if (node instanceof Node.Items list) {
      ArrayNode array = make.arrayNode();
      list.items().forEach(item -> array.add(json(item)));
      return array;
    }
    if (node instanceof Node.Fields map) {
      ObjectNode object = make.objectNode();
      map.fields().forEach(field -> object.set(field.name(), json(field.value())));
      return object;
    }
    var text = (Node.Text) node;
    return switch (text.kind()) {
      case TEXT -> make.textNode(text.text());
      case FLAG -> make.booleanNode(text.text().equals("true"));
      case NOTHING -> make.nullNode();
      case NUMBER ->
          text.text().startsWith("0x")
              ? make.numberNode(Integer.decode(text.text()))
              : make.numberNode(new BigDecimal(text.text()));
    };
  }
}
