package io.windhover.workload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Reads JSON into the same tree as YAML. */
final class JsonReader {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
          .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, false)
          .build();

  /** Jackson's own way to name a place, beside the line that we name. */
  private static final String WHERE = " \\(start marker at .*\\)$|, from `[^`]*`";

  private final JsonParser parser;
  private final Tree tree;

  private JsonReader(JsonParser parser, Tree tree) {
    this.parser = parser;
    this.tree = tree;
  }

  static Node read(String text, Problems problems) throws JobFileException {
    return read(text, new Tree(problems));
  }

  static Node read(String text, Tree tree) throws JobFileException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      return new JsonReader(parser, tree).document();
    } catch (JsonProcessingException e) {
      JsonLocation where = e.getLocation();
      throw tree.fatal(where == null ? 1 : Math.max(1, where.getLineNr()), "not JSON: " + why(e));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /** What Jackson says, on one line and without its own way to name a place. */
  static String why(JsonProcessingException e) {
    String said = String.valueOf(e.getOriginalMessage());
    return Shown.oneLine(said.lines().findFirst().orElse(said).replaceAll(WHERE, ""));
  }

  private Node document() throws IOException, JobFileException {
    JsonToken first = parser.nextToken();
    Node root = first == null ? Tree.orEmpty(null) : node(first, 1);
    if (parser.nextToken() != null) {
      throw tree.fatal(line(), "not JSON: more after its end; expected one object");
    }
    return root;
  }

  private Node node(JsonToken token, int depth) throws IOException, JobFileException {
    int line = line();
    tree.checkDepth(line, depth);
    return switch (token) {
      case START_OBJECT -> fields(line, depth);
      case START_ARRAY -> items(line, depth);
      case VALUE_STRING -> tree.text(line, parser.getText(), Node.Kind.TEXT);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          tree.text(line, parser.getText(), Node.Kind.NUMBER);
      case VALUE_TRUE, VALUE_FALSE -> tree.text(line, parser.getText(), Node.Kind.FLAG);
      case VALUE_NULL -> tree.text(line, "", Node.Kind.NOTHING);
      default -> throw new IllegalStateException("unforeseen token " + token);
    };
  }

  private Node items(int line, int depth) throws IOException, JobFileException {
    tree.count(line, 1, 0);
    List<Node> items = new ArrayList<>();
    for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
      tree.enterItem(items.size());
      items.add(node(t, depth + 1));
      tree.leave();
    }
    return new Node.Items(line, items);
  }

  private Node fields(int line, int depth) throws IOException, JobFileException {
    tree.count(line, 1, 0);
    Tree.FieldList fields = tree.new FieldList();
    for (JsonToken t = parser.nextToken(); t != JsonToken.END_OBJECT; t = parser.nextToken()) {
      String name = parser.currentName();
      int nameLine = line();
      tree.count(nameLine, 1, name.length());
      tree.enterField(name);
      Node value = node(parser.nextToken(), depth + 1);
      tree.leave();
      fields.add(name, nameLine, value);
    }
    return fields.at(line);
  }

  private int line() {
    return parser.currentTokenLocation().getLineNr();
  }
}
