package io.windhover.manager;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The detail of a result: how the attempt ended on the first line; where and how long it ran on the
 * second (older runs on one machine have not written it down); then the end of its output.
 *
 * @param worker empty when it was not written down
 * @param ranMillis -1 when it was not written down
 */
public record ResultText(String how, String worker, long ranMillis, String tail) {
  private static final Pattern PLACE = Pattern.compile("ran (\\d{1,18}) ms on (.+)");

  String write() {
    String place = worker.isEmpty() ? "" : "\nran " + ranMillis + " ms on " + worker;
    return how + place + (tail.isEmpty() ? "" : "\n" + tail);
  }

  public static ResultText read(String detail) {
    int first = detail.indexOf('\n');
    if (first < 0) {
      return new ResultText(detail, "", -1, "");
    }
    String how = detail.substring(0, first);
    String rest = detail.substring(first + 1);
    int second = rest.indexOf('\n');
    Matcher place = PLACE.matcher(second < 0 ? rest : rest.substring(0, second));
    return Optional.of(place)
        .filter(Matcher::matches)
        .map(
            found ->
                new ResultText(
                    how,
                    found.group(2),
                    Long.parseLong(found.group(1)),
                    second < 0 ? "" : rest.substring(second + 1)))
        .orElseGet(() -> new ResultText(how, "", -1, rest));
  }
}
