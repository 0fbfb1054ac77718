package io.windhover.workload;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads files, YAML or JSON, into what was written there, line by line accountable. */
public final class Documents {
  /** What a task comes after, in brackets and without quotes. */
  private static final Pattern BRACKETED = Pattern.compile("\\bafter:\\s*\\[[^\\]\"'#]*\\]");

  private static final Pattern REFERENCE = Pattern.compile("[A-Za-z0-9._-]+/\\{index\\}");

  private Documents() {}

  /**
   * The fields of a file.
   *
   * @param what the file should be, for the complaint, such as {@code a catalogue}
   */
  public static Node.Fields read(Path path, String what, Problems problems)
      throws JobFileException {
    try (InputStream in = SourceText.open(path, what)) {
      return fields(in, "", what, problems);
    } catch (IOException e) {
      throw problems.fatal(0, "", SourceText.why(e, what));
    }
  }

  /** A whole file that is neither YAML nor JSON, once it is known to be plain text. */
  public static String text(Path path, String what, Problems problems) throws JobFileException {
    try (InputStream in = SourceText.open(path, what)) {
      return SourceText.read(in, problems).text();
    } catch (IOException e) {
      throw problems.fatal(0, "", SourceText.why(e, what));
    }
  }

  /**
   * The fields of a stream.
   *
   * @param first the field that an empty file lacks most
   */
  public static Node.Fields fields(InputStream in, String first, String what, Problems problems)
      throws JobFileException {
    Node root = tree(SourceText.read(in, problems), problems);
    if (root instanceof Node.Text text && text.kind() == Node.Kind.NOTHING) {
      throw problems.fatal(1, first, "the file is empty; expected " + what);
    }
    if (root instanceof Node.Fields map) {
      return map;
    }
    String expected = first.isEmpty() ? what + ", which is a map" : "a map with " + first;
    throw problems.fatal(
        root.line(), "", "the file holds " + Shown.node(root) + "; expected " + expected);
  }

  /**
   * The fields of a JSON object that a program has printed.
   *
   * @param what it should be, for the complaint
   */
  public static Node.Fields json(byte[] bytes, String what, Problems problems)
      throws JobFileException {
    SourceText text = SourceText.read(new ByteArrayInputStream(bytes), problems);
    if (!text.isJson()) {
      String first = text.text().strip().lines().findFirst().orElse("");
      throw problems.fatal(
          1, "", "%s is not JSON; expected %s".formatted(Shown.quoted(first), what));
    }
    if (JsonReader.read(text.text(), problems) instanceof Node.Fields map) {
      return map;
    }
    throw new IllegalStateException("it begins as an object does");
  }

  /** The file as it was written; package-private for the test that asks the schema too. */
  static Node tree(SourceText source, Problems problems) throws JobFileException {
    return source.isJson()
        ? JsonReader.read(source.text(), problems)
        : YamlReader.read(quotedReferences(source.text()), problems);
  }

  /**
   * Puts quotes around references by index in the brackets of an {@code after}, as in {@code after:
   * [trim/{index}]}: people write it so, and YAML wants quotes around a brace there. Lines stay.
   */
  private static String quotedReferences(String text) {
    return BRACKETED
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(REFERENCE.matcher(found.group()).replaceAll("\"$0\"")));
  }
}
