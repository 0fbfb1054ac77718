package io.windhover.app.architecture;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** How sources must look. Each finding is {@code file:line: what is wrong; what to do}. */
final class TidyRules {
  static final int FILE_LINES_MAX = 400;
  static final int METHOD_LINES_MAX = 60;
  static final int COLUMNS_MAX = 100;

  // One manager has earned the name: the manager. Messages go to it.
  private static final Pattern VAGUE_NAME =
      Pattern.compile("(?!(To|From)Manager).+(Impl|Utils?|Helper|Manager)");

  // Written in two halves so that this file is not its own first finding.
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
  private static final Pattern SKIPPED =
      Pattern.compile("@(Dis" + "abled|Ign" + "ore)\\b|\\bass" + "um(e(True|False|That|Not)|ing)");

  private TidyRules() {}

  static List<String> findings(List<SourceFile> sources) throws IOException {
    var findings = new ArrayList<String>();
    for (SourceFile source : sources) {
      checkWhole(source, findings);
      checkLines(source, findings);
      checkMethods(source, findings);
    }
    checkPackages(sources, findings);
    return findings;
  }

  private static void checkWhole(SourceFile source, List<String> findings) {
    int lines = source.lines().size();
    if (lines > FILE_LINES_MAX) {
      findings.add(
          "%s:%d: %d lines; split it by concept, at most %d"
              .formatted(source.path(), FILE_LINES_MAX + 1, lines, FILE_LINES_MAX));
    }
    if (VAGUE_NAME.matcher(source.name()).matches()) {
      findings.add(
          "%s:1: the name %s says nothing; name it after what it does"
              .formatted(source.path(), source.name()));
    }
  }

  private static void checkLines(SourceFile source, List<String> findings) {
    List<String> lines = source.lines();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String place = source.path() + ":" + (i + 1) + ": ";
      int columns = line.codePointCount(0, line.length());
      if (columns > COLUMNS_MAX && !line.startsWith("import ")) {
        findings.add(place + columns + " columns; break the line, at most " + COLUMNS_MAX);
      }
      if (UNFINISHED.matcher(line).find()) {
        findings.add(place + "unfinished; do it now or open an issue");
      }
      if (SKIPPED.matcher(line).find()) {
        findings.add(place + "a test that may be skipped; mend it or remove it");
      }
    }
  }

  private static void checkMethods(SourceFile source, List<String> findings) throws IOException {
    for (MethodLengths.Method method : MethodLengths.of(source)) {
      if (method.length() > METHOD_LINES_MAX) {
        findings.add(
            "%s:%d: method %s has %d lines; let parents branch and leaves compute, at most %d"
                .formatted(
                    source.path(),
                    method.line(),
                    method.name(),
                    method.length(),
                    METHOD_LINES_MAX));
      }
    }
  }

  private static void checkPackages(List<SourceFile> sources, List<String> findings) {
    Set<String> undescribed = new TreeSet<>();
    sources.forEach(source -> undescribed.add(source.folder()));
    for (SourceFile source : sources) {
      if (source.name().equals("package-info")) {
        undescribed.remove(source.folder());
        if (source.path().contains("/src/main/") && !source.text().contains("@NullMarked")) {
          findings.add(source.path() + ":1: not null-marked; add @NullMarked");
        }
      }
    }
    undescribed.forEach(
        folder ->
            findings.add(
                folder + "/package-info.java:1: missing; one sentence of purpose, @NullMarked"));
  }
}
