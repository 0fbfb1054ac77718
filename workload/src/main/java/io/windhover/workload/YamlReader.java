package io.windhover.workload;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads YAML 1.2 from the parser's events. We build the tree ourselves to keep the line of every
 * value and to stop at our limits while reading, not after.
 */
final class YamlReader {
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?");
  private static final Pattern OTHER_BASE = Pattern.compile("0x[0-9a-fA-F]+|0o[0-7]+");
  private static final int NUMBER_LENGTH_MAX = 100;

  private record Anchored(Node node, long values, long chars) {}

  private final Tree tree;
  private final Iterator<Event> events;
  private final Map<Anchor, Anchored> anchors = new HashMap<>();

  private YamlReader(String text, Tree tree) {
    this.tree = tree;
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
    this.events = new Parse(settings).parseReader(new StringReader(text)).iterator();
  }

  static Node read(String text, Problems problems) throws JobFileException {
    var tree = new Tree(problems);
    try {
      return new YamlReader(text, tree).document();
    } catch (MarkedYamlEngineException e) {
      int line = YamlComplaint.line(e);
      if (YamlComplaint.isAboutItsLine(e)) {
        // The parser looks ahead; it has not yet come to the field whose value it cannot read.
        String start = text.lines().skip(line - 1L).findFirst().orElse("");
        tree.enterField(SourceText.keyOf(start));
      }
      throw tree.fatal(line, YamlComplaint.message(e));
    } catch (YamlEngineException e) {
      throw tree.fatal(1, "not YAML 1.2: " + Shown.oneLine(String.valueOf(e.getMessage())));
    }
  }

  private Node document() throws JobFileException {
    Node root = null;
    while (events.hasNext()) {
      Event event = events.next();
      if (event instanceof DocumentStartEvent && root != null) {
        throw tree.fatal(line(event), "a second document starts; expected one job in a file");
      }
      if (event instanceof NodeEvent node) {
        root = node(node, 1);
      } else if (event instanceof DocumentEndEvent && root == null) {
        break;
      }
    }
    return Tree.orEmpty(root);
  }

  private Node node(NodeEvent event, int depth) throws JobFileException {
    int line = line(event);
    tree.checkDepth(line, depth);
    if (event instanceof AliasEvent alias) {
      return alias(alias);
    }
    long valuesBefore = tree.values();
    long charsBefore = tree.chars();
    Node node;
    if (event instanceof ScalarEvent scalar) {
      node = scalar(scalar);
    } else if (event instanceof SequenceStartEvent) {
      node = items(line, depth);
    } else if (event instanceof MappingStartEvent) {
      node = fields(line, depth);
    } else {
      throw new IllegalStateException("unforeseen event " + event);
    }
    Optional<Anchor> anchor = event.getAnchor();
    if (anchor.isPresent()) {
      anchors.put(
          anchor.get(),
          new Anchored(node, tree.values() - valuesBefore, tree.chars() - charsBefore));
    }
    return node;
  }

  private Node alias(AliasEvent alias) throws JobFileException {
    Anchored anchored = anchors.get(alias.getAlias());
    if (anchored == null) {
      String name = Shown.field(alias.getAlias().getValue());
      return tree.broken(
          line(alias), "*" + name + " stands for nothing; expected a value marked &" + name);
    }
    tree.count(line(alias), anchored.values, anchored.chars);
    return anchored.node;
  }

  private Node items(int line, int depth) throws JobFileException {
    tree.count(line, 1, 0);
    List<Node> items = new ArrayList<>();
    for (Event event = events.next(); !(event instanceof SequenceEndEvent); event = events.next()) {
      tree.enterItem(items.size());
      items.add(node((NodeEvent) event, depth + 1));
      tree.leave();
    }
    return new Node.Items(line, items);
  }

  private Node fields(int line, int depth) throws JobFileException {
    tree.count(line, 1, 0);
    Tree.FieldList fields = tree.new FieldList();
    for (Event event = events.next(); !(event instanceof MappingEndEvent); event = events.next()) {
      String name = name(node((NodeEvent) event, depth + 1));
      tree.enterField(name == null ? "?" : name);
      Node value = node((NodeEvent) events.next(), depth + 1);
      tree.leave();
      if (name != null) {
        fields.add(name, line(event), value);
      }
    }
    return fields.at(line);
  }

  private @Nullable String name(Node key) {
    if (key instanceof Node.Text text) {
      return text.text();
    }
    if (!(key instanceof Node.Broken)) {
      tree.broken(key.line(), "the name of a field is " + Shown.node(key) + "; expected text");
    }
    return null;
  }

  private Node scalar(ScalarEvent scalar) throws JobFileException {
    int line = line(scalar);
    String tag = scalar.getTag().orElse("");
    if (!tag.isEmpty() && !tag.equals("!") && !tag.equals("tag:yaml.org,2002:str")) {
      return tree.broken(line, "has the tag " + Shown.quoted(tag) + "; expected none");
    }
    boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN && tag.isEmpty();
    return tree.text(line, scalar.getValue(), plain ? kind(scalar.getValue()) : Node.Kind.TEXT);
  }

  private static Node.Kind kind(String plain) {
    if (plain.length() > NUMBER_LENGTH_MAX) {
      return Node.Kind.TEXT;
    }
    return switch (plain) {
      case "", "~", "null", "Null", "NULL" -> Node.Kind.NOTHING;
      case "true", "True", "TRUE", "false", "False", "FALSE" -> Node.Kind.FLAG;
      default ->
          NUMBER.matcher(plain).matches() || OTHER_BASE.matcher(plain).matches()
              ? Node.Kind.NUMBER
              : Node.Kind.TEXT;
    };
  }

  private static int line(Event event) {
    return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }
}
