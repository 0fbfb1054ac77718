package io.windhover.app.plan;

import io.windhover.core.words.Nearest;
import io.windhover.workload.Shown;
import io.windhover.workload.scenario.InterruptionShare;
import io.windhover.workload.scenario.MarketChoice;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chances of interruption as {@code plan --interruptions} takes them: {@code 5%/month} for all
 * types, {@code c5.large=<5%/month} for one. As on AWS a machine is ended two minutes after a
 * notice.
 */
public final class PublishedShares {
  private static final long NOTICE_MILLIS = 120_000;
  private static final Pattern ONE = Pattern.compile("(?:([^=]+)=)?([^/]+?)(?:/(?:month|mo))?");

  private PublishedShares() {}

  /**
   * The market of these words.
   *
   * @param types of the catalogue
   * @throws IllegalArgumentException with a message for people
   */
  public static MarketChoice parse(List<String> words, List<String> types) {
    SortedMap<String, Double> shares = new TreeMap<>();
    double others = 0;
    for (String word : words) {
      Matcher one = ONE.matcher(word.strip());
      if (!one.matches()) {
        throw new IllegalArgumentException(
            Shown.quoted(word) + " is not understood; expected 5%/month or c5.large=5%/month");
      }
      String type = one.group(1);
      if (type == null) {
        others = InterruptionShare.parse(one.group(2));
      } else if (types.contains(type)) {
        shares.put(type, InterruptionShare.parse(one.group(2)));
      } else {
        throw new IllegalArgumentException(
            "%s is not in the catalogue; %s"
                .formatted(Shown.quoted(type), Nearest.hint(type, types)));
      }
    }
    return new MarketChoice.Interruptions(
        shares, others, MarketChoice.Interruptions.MONTH_MILLIS, false, NOTICE_MILLIS, 0);
  }
}
