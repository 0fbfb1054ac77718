package io.windhover.manager;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Workers that an administrator wants to be given nothing new, by address or by account. {@link
 * Intake} asks it for every machine that joins, so that a drained worker stays so when it is
 * started again; the store has the whole list under one key, so that it outlives the manager too.
 */
final class Drains {
  private static final String KEY = "drained";

  private final TreeSet<String> drained = new TreeSet<>();

  /** Takes up what an earlier life of the manager wrote down. */
  void recover(Optional<String> written) {
    written.ifPresent(text -> drained.addAll(List.of(text.split("\n"))));
    drained.remove("");
  }

  static Optional<String> written(Function<String, Optional<String>> texts) {
    return texts.apply(KEY);
  }

  boolean has(String worker) {
    return drained.contains(worker.toLowerCase(Locale.ROOT)) || drained.contains(account(worker));
  }

  /**
   * Notes the wish, also in the texts that are committed with it; empty when nobody is meant. Who
   * gives to an account again gives to all its workers, also to those drained by their addresses.
   *
   * @param who an address, an account, or an account without its domain
   */
  Optional<String> set(
      String who, boolean wanted, Collection<String> workers, Map<String, String> committed) {
    Optional<String> meant = meant(who.toLowerCase(Locale.ROOT), workers);
    meant.ifPresent(
        name -> {
          if (wanted) {
            drained.add(name);
          } else {
            drained.removeIf(other -> other.equals(name) || other.startsWith(name + "/"));
          }
          committed.put(KEY, String.join("\n", drained));
        });
    return meant;
  }

  private Optional<String> meant(String who, Collection<String> workers) {
    if (drained.contains(who)) {
      return Optional.of(who);
    }
    for (String worker : workers) {
      String address = worker.toLowerCase(Locale.ROOT);
      String account = account(worker);
      if (address.equals(who) || account.equals(who)) {
        return Optional.of(who);
      }
      if (account.startsWith(who + "@")) {
        return Optional.of(account);
      }
    }
    return drained.stream()
        .filter(name -> name.startsWith(who + "@") || name.startsWith(who + "/"))
        .map(Drains::account)
        .findFirst();
  }

  /** The address without its resource. */
  static String account(String worker) {
    int slash = worker.indexOf('/');
    return (slash < 0 ? worker : worker.substring(0, slash)).toLowerCase(Locale.ROOT);
  }
}
