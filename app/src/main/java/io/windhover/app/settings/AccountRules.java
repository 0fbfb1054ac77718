package io.windhover.app.settings;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What each account may do in a pool, from {@code manager.yaml}: the manager's desk asks it for
 * people, the manager's wire for workers.
 *
 * @param workers the accounts that may join the pool
 * @param users the accounts that may submit jobs
 * @param admins the accounts that see and cancel all jobs and drain workers
 * @param labels by pattern of accounts, what workers may offer; empty when all may offer anything
 * @param highestPriority that users may give whom no pattern of {@code priorities} matches
 * @param priorities by pattern of accounts, the highest that these users may give
 */
public record AccountRules(
    JidPatterns workers,
    JidPatterns users,
    JidPatterns admins,
    Map<String, List<String>> labels,
    int highestPriority,
    Map<String, Integer> priorities) {
  public AccountRules {
    labels = new TreeMap<>(labels);
    priorities = new TreeMap<>(priorities);
  }

  public boolean mayWork(String account) {
    return workers.match(account);
  }

  /** Whether it may speak to the manager's desk at all. */
  public boolean mayUse(String account) {
    return users.match(account) || isAdmin(account);
  }

  /**
   * Whether it may submit jobs. A worker's account may only if {@code users} or {@code admins}
   * means it on purpose: by more than a {@code *} for everybody, or by a pattern that {@code
   * workers} has too.
   */
  public boolean maySubmit(String account) {
    return mayUse(account)
        && (!workers.match(account) || isAdmin(account) || users.matchOnPurpose(account, workers));
  }

  public boolean isAdmin(String account) {
    return admins.match(account);
  }

  /** Whether a worker of this account may offer the label, by any pattern that means it. */
  public boolean mayOffer(String account, String label) {
    return labels.isEmpty()
        || labels.entrySet().stream()
            .filter(entry -> JidPatterns.of(List.of(entry.getKey())).match(account))
            .anyMatch(entry -> entry.getValue().stream().anyMatch(glob -> isLike(glob, label)));
  }

  private static boolean isLike(String glob, String label) {
    String regex =
        glob.chars()
            .mapToObj(c -> c == '*' ? ".*" : Pattern.quote(Character.toString(c)))
            .collect(Collectors.joining());
    return label.matches(regex);
  }

  /** The highest priority that this user may give to tasks. */
  public int highestPriority(String account) {
    return priorities.entrySet().stream()
        .filter(entry -> JidPatterns.of(List.of(entry.getKey())).match(account))
        .mapToInt(Map.Entry::getValue)
        .max()
        .orElse(highestPriority);
  }
}
