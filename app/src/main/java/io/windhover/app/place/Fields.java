package io.windhover.app.place;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windhover.core.words.Nearest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** The members of one JSON object, each asked for by name and type; complaints name the path. */
final class Fields {
  private static final int TEXT_MAX = 200;
  private static final int LIST_MAX = 1000;
  private static final int SHOWN_MAX = 60;

  private final ObjectNode object;
  private final String path;

  private Fields(ObjectNode object, String path) {
    this.object = object;
    this.path = path;
  }

  /** Refuses what is no object and members nobody knows. */
  static Fields of(JsonNode node, String path, List<String> known) {
    if (!(node instanceof ObjectNode object)) {
      throw new BadField(path, shown(node) + " is not an object; expected {...}");
    }
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        String at = join(path, quotedUnlessPlain(name));
        throw new BadField(at, "unknown field; " + Nearest.hint(name, known));
      }
    }
    return new Fields(object, path);
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  String at(String name) {
    return join(path, name);
  }

  BadField bad(String name, String problem) {
    return new BadField(at(name), problem);
  }

  boolean has(String name) {
    JsonNode value = object.get(name);
    return value != null && !value.isNull();
  }

  private JsonNode required(String name, String expected) {
    JsonNode value = object.get(name);
    if (value == null || value.isNull()) {
      throw bad(name, (value == null ? "is missing" : "is null") + "; expected " + expected);
    }
    return value;
  }

  /** A name of at most 200 characters, none of them invisible. */
  String name(String field) {
    JsonNode value = required(field, "a text");
    return name(value, at(field));
  }

  String nameOr(String field, String otherwise) {
    return has(field) ? name(field) : otherwise;
  }

  private static String name(JsonNode value, String at) {
    if (!value.isTextual()) {
      throw new BadField(at, shown(value) + " is not a text; expected one in quotes");
    }
    checkName(value.textValue(), at);
    return value.textValue();
  }

  static void checkName(String text, String at) {
    if (text.isBlank()) {
      throw new BadField(at, quoted(text) + " is empty; expected a name");
    }
    if (text.length() > TEXT_MAX || !text.codePoints().allMatch(Fields::isPrintable)) {
      throw new BadField(
          at, quoted(text) + " is not a name; expected at most " + TEXT_MAX + " visible letters");
    }
  }

  List<String> names(String field) {
    if (!has(field)) {
      return List.of();
    }
    JsonNode value = required(field, "a list");
    if (!value.isArray() || value.size() > LIST_MAX) {
      throw bad(field, shown(value) + " is not a list of at most " + LIST_MAX + " texts");
    }
    List<String> names = new ArrayList<>(value.size());
    for (int i = 0; i < value.size(); i++) {
      names.add(name(value.get(i), at(field) + "[" + i + "]"));
    }
    return names;
  }

  JsonNode list(String field, int most) {
    JsonNode value = required(field, "a list");
    if (!value.isArray()) {
      throw bad(field, shown(value) + " is not a list; expected [...]");
    }
    if (value.size() > most) {
      throw bad(field, "%,d items; expected at most %,d".formatted(value.size(), most));
    }
    return value;
  }

  boolean flagOr(String field, boolean otherwise) {
    if (!has(field)) {
      return otherwise;
    }
    JsonNode value = required(field, "true or false");
    if (!value.isBoolean()) {
      throw bad(field, shown(value) + " is neither; expected true or false");
    }
    return value.booleanValue();
  }

  int whole(String field, int min, int max) {
    String range = "a whole number from %,d to %,d".formatted(min, max);
    JsonNode value = required(field, range);
    if (value.isInt() && value.intValue() >= min && value.intValue() <= max) {
      return value.intValue();
    }
    BigDecimal number = decimal(value, at(field), range, min, max);
    if (number.stripTrailingZeros().scale() > 0) {
      throw bad(field, shown(value) + " is not whole; expected " + range);
    }
    return number.intValueExact();
  }

  int wholeOr(String field, int min, int max, int otherwise) {
    return has(field) ? whole(field, min, max) : otherwise;
  }

  double decimalOr(String field, double min, double max, double otherwise) {
    if (!has(field)) {
      return otherwise;
    }
    String range = "a number from %s to %s".formatted(plain(min), plain(max));
    return decimal(required(field, range), at(field), range, min, max).doubleValue();
  }

  private static BigDecimal decimal(
      JsonNode value, String at, String range, double min, double max) {
    if (!value.isNumber() || (value.isFloatingPointNumber() && !isFinite(value))) {
      throw new BadField(at, shown(value) + " is not a number; expected " + range);
    }
    BigDecimal number = value.decimalValue();
    if (number.compareTo(BigDecimal.valueOf(min)) < 0
        || number.compareTo(BigDecimal.valueOf(max)) > 0) {
      throw new BadField(at, shown(value) + " is out of range; expected " + range);
    }
    return number;
  }

  private static boolean isFinite(JsonNode value) {
    return value.isBigDecimal() || Double.isFinite(value.doubleValue());
  }

  private static String plain(double number) {
    return String.format(Locale.ROOT, number == Math.rint(number) ? "%,.0f" : "%,.3f", number);
  }

  static String shown(JsonNode value) {
    if (value.isTextual()) {
      return quoted(value.textValue());
    }
    if (value.isArray()) {
      return "a list";
    }
    return value.isObject() ? "an object" : shortened(value.asText());
  }

  private static String quotedUnlessPlain(String name) {
    return name.length() <= SHOWN_MAX && name.matches("[A-Za-z0-9_-]+") ? name : quoted(name);
  }

  static String quoted(String text) {
    return '"' + shortened(text).replace("\"", "\\\"") + '"';
  }

  private static String shortened(String text) {
    var line = new StringBuilder();
    text.codePoints()
        .limit(SHOWN_MAX)
        .forEach(c -> line.appendCodePoint(isPrintable(c) ? c : '\ufffd'));
    return text.length() > SHOWN_MAX ? line + "..." : line.toString();
  }

  private static boolean isPrintable(int c) {
    int type = Character.getType(c);
    return type != Character.CONTROL
        && type != Character.FORMAT
        && type != Character.SURROGATE
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR
        && type != Character.UNASSIGNED;
  }
}
