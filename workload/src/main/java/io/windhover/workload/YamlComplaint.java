package io.windhover.workload;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Says in a user's words what the YAML parser says in its own. */
final class YamlComplaint {
  private static final String COLON = "mapping values are not allowed";

  private YamlComplaint() {}

  /** Where the mistake is: a quote that is never closed was opened long before the end. */
  static int line(MarkedYamlEngineException e) {
    var mark = isUnclosedQuote(e) ? e.getContextMark() : e.getProblemMark();
    return mark.or(e::getContextMark).map(Mark::getLine).orElse(0) + 1;
  }

  static String message(MarkedYamlEngineException e) {
    String problem = String.valueOf(e.getProblem());
    if (isUnclosedQuote(e)) {
      return "not YAML: this quote is never closed; expected it once more";
    }
    if (problem.contains("(TAB)")) {
      return "not YAML: a tab at the start of the line; expected spaces";
    }
    if (problem.startsWith(COLON)) {
      return "not YAML: \": \" within a value; expected quotes around the value, or the same"
          + " indentation as the fields around it";
    }
    if (problem.startsWith("found character '") && problem.contains("cannot start any token")) {
      String character = problem.substring("found character ".length(), problem.indexOf(" that"));
      return "not YAML: a value cannot start with %s; expected quotes around it"
          .formatted(Shown.oneLine(character));
    }
    if (isTextAfterValue(problem)) {
      return "not YAML: text after the end of a value; expected quotes around the whole value";
    }
    if (problem.startsWith("expected <block end>")) {
      return "not YAML: unexpected indentation; expected the same as in the lines around it";
    }
    return "not YAML: " + Shown.oneLine(problem);
  }

  /** Whether the mistake is in the value of the field that the complaint's line starts with. */
  static boolean isAboutItsLine(MarkedYamlEngineException e) {
    String problem = String.valueOf(e.getProblem());
    return problem.startsWith(COLON) || isTextAfterValue(problem);
  }

  private static boolean isTextAfterValue(String problem) {
    return problem.startsWith("expected <block end>") && problem.endsWith("'<scalar>'");
  }

  private static boolean isUnclosedQuote(MarkedYamlEngineException e) {
    return "while scanning a quoted scalar".equals(e.getContext())
        && String.valueOf(e.getProblem()).contains("end of stream");
  }
}
