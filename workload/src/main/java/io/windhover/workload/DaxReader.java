package io.windhover.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads abstract workflows of Pegasus, DAX 2 and 3, as its workflow generator and its gallery write
 * them, in UTF-8: {@code job} with id, name and runtime in seconds, {@code child} with its {@code
 * parent}s. Runtime, cores and memory (in MB) may also stand in profiles of the namespace pegasus.
 * A job's name is its kind. Files, their sizes, and counts in the root element are not looked at
 * (the counts are wrong in some files of the gallery); workflows within a workflow are refused.
 */
final class DaxReader {
  private static final int DEPTH_MAX = 20;
  private static final int BYTE_ORDER_MARK = 0xfeff;
  private static final long MEGABYTE = 1_000_000;
  private static final Pattern WHERE = Pattern.compile("^ParseError at .*\\R?(?:Message: )?");

  private final XMLStreamReader xml;
  private final Problems problems;
  private final WorkflowDraft draft;
  private Optional<String> job = Optional.empty();
  private Optional<String> child = Optional.empty();
  private int depth;

  private DaxReader(XMLStreamReader xml, Problems problems) {
    this.xml = xml;
    this.problems = problems;
    this.draft = new WorkflowDraft(problems);
  }

  /** The tasks of a file; its document type, should it have one, is refused unread. */
  static WorkflowDraft.Ordered read(InputStream in, Problems problems) throws JobFileException {
    var stream = new ImportStream(in);
    try {
      // Characters, not bytes: on bytes that are none the parser would print to stderr.
      var text = new PushbackReader(new InputStreamReader(stream, SourceText.strictUtf8()));
      skipMark(text);
      var reader = new DaxReader(factory().createXMLStreamReader(text), problems);
      reader.document();
      return reader.draft.ordered();
    } catch (XMLStreamException e) {
      throw problems.fatal(line(e, stream), "", why(e, stream));
    } catch (IOException e) {
      throw problems.fatal(stream.line(), "", why(e, stream));
    }
  }

  /** A mark of byte order says nothing in UTF-8, but some editors write one. */
  private static void skipMark(PushbackReader text) throws IOException {
    int first = text.read();
    if (first >= 0 && first != BYTE_ORDER_MARK) {
      text.unread(first);
    }
  }

  private static int line(XMLStreamException e, ImportStream stream) {
    return stream.problem().isEmpty() && e.getLocation() != null
        ? Math.max(1, e.getLocation().getLineNumber())
        : stream.line();
  }

  private static String why(XMLStreamException e, ImportStream stream) {
    if (e.getNestedException() instanceof IOException io) {
      return why(io, stream);
    }
    Matcher where = WHERE.matcher(String.valueOf(e.getMessage()));
    String said = Shown.oneLine(where.replaceFirst("").strip());
    return "not XML: " + said + " Expected a whole Pegasus DAX file";
  }

  private static String why(IOException e, ImportStream stream) {
    if (!stream.problem().isEmpty()) {
      return stream.problem();
    }
    return e instanceof CharacterCodingException
        ? "after this line something is not UTF-8; expected UTF-8 text"
        : SourceText.why(e, "a workflow");
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_VALIDATING, false);
    return factory;
  }

  private void document() throws XMLStreamException, JobFileException {
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> start(xml.getLocalName());
        case XMLStreamConstants.END_ELEMENT -> end(xml.getLocalName());
        case XMLStreamConstants.DTD ->
            throw problems.fatal(line(), "", "has a DOCTYPE; expected a DAX file without one");
        default -> {
          // Texts and remarks.
        }
      }
    }
  }

  private void start(String element) throws XMLStreamException, JobFileException {
    depth++;
    if (depth == 1 && !element.equals("adag")) {
      String root = Shown.oneLine(element.substring(0, Math.min(element.length(), 60)));
      throw problems.fatal(
          line(), "", "the file is XML with <%s>; expected <adag> of a DAX".formatted(root));
    }
    if (depth > DEPTH_MAX) {
      throw problems.fatal(
          line(), "", "nested too deeply; expected at most " + DEPTH_MAX + " levels");
    }
    switch (element) {
      case "job" -> startJob();
      case "child" -> child = Optional.of(attribute("ref", "child").orElse(""));
      case "parent" -> parent();
      case "profile" -> profile();
      case "dax", "dag" ->
          problems.add(
              line(),
              WorkflowDraft.field(text("id")),
              "is a workflow of its own; expected jobs only");
      default -> {
        // Files, executables, notifications: nothing that we need.
      }
    }
  }

  private void end(String element) {
    depth--;
    if (element.equals("child")) {
      child = Optional.empty();
    } else if (element.equals("job")) {
      job.ifPresent(this::demandRuntime);
      job = Optional.empty();
    }
  }

  private void startJob() throws JobFileException {
    job = attribute("id", "job");
    if (job.isEmpty()) {
      return;
    }
    WorkflowDraft.Task task = draft.add(job.get(), line());
    task.kind(text("name"));
    for (String name : List.of("runtime", "cores", "memory")) {
      if (!text(name).isEmpty()) {
        number(task, job.get(), name, text(name));
      }
    }
  }

  private void profile() throws XMLStreamException {
    String key = text("key");
    WorkflowDraft.Task task = job.isEmpty() ? null : draft.task(job.get());
    if (task != null && text("namespace").equalsIgnoreCase("pegasus")) {
      String value = xml.getElementText();
      depth--;
      number(task, job.get(), key, value);
    }
  }

  private void number(WorkflowDraft.Task task, String id, String name, String value) {
    try {
      switch (name) {
        case "runtime" -> task.runtime(ImportedNumber.millis(value), line());
        case "cores" -> task.cores(ImportedNumber.cores(value));
        case "memory" -> task.memoryBytes(ImportedNumber.bytes(value, MEGABYTE));
        default -> {
          // Profiles for other purposes.
        }
      }
    } catch (IllegalArgumentException e) {
      if (name.equals("runtime")) {
        task.runtime(0, line()); // Complained about once is enough.
      }
      problems.add(line(), WorkflowDraft.field(id) + ": " + name, String.valueOf(e.getMessage()));
    }
  }

  private void demandRuntime(String id) {
    WorkflowDraft.Task task = draft.task(id);
    if (task != null && !task.hasRuntime()) {
      task.runtime(0, line());
      problems.add(
          task.line(), WorkflowDraft.field(id) + ": runtime", "is missing; expected seconds");
    }
  }

  private void parent() throws JobFileException {
    Optional<String> parent = attribute("ref", "parent");
    if (child.isEmpty()) {
      problems.add(line(), "", "<parent> stands outside a child; expected it within <child>");
    } else if (parent.isPresent() && !child.get().isEmpty()) {
      draft.edge(
          parent.get(),
          child.get(),
          line(),
          new WorkflowDraft.Said(WorkflowDraft.field(child.get()) + ": parent", "child"));
    }
  }

  private Optional<String> attribute(String name, String element) {
    String value = text(name);
    if (value.isEmpty()) {
      problems.add(line(), "", "<%s> has no %s; expected one".formatted(element, name));
    }
    return value.isEmpty() ? Optional.empty() : Optional.of(value);
  }

  private String text(String attribute) {
    String value = xml.getAttributeValue(null, attribute);
    return value == null ? "" : value;
  }

  private int line() {
    return Math.max(1, xml.getLocation().getLineNumber());
  }
}
