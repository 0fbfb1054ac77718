package io.windhover.app.pool;

import io.windhover.app.settings.AccountRules;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.xmpp.Jid;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Which of a worker's labels its account may offer, by the manager's settings. Who offers more than
 * it may is told of in the manager's log, once with all that is left out, and joins without these.
 */
final class OfferCheck implements BiFunction<Jid, List<String>, List<String>> {
  private static final int TOLD_MAX = 1_000;

  private final AccountRules rules;
  private final ManagerLog log;
  private final Set<String> told =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > TOLD_MAX;
            }
          });

  OfferCheck(AccountRules rules, ManagerLog log) {
    this.rules = rules;
    this.log = log;
  }

  @Override
  public synchronized List<String> apply(Jid worker, List<String> labels) {
    if (PortProtocol.isMachine(worker)) {
      return labels; // It offers what was rented, whatever it says.
    }
    String account = worker.toString();
    List<String> allowed = labels.stream().filter(l -> rules.mayOffer(account, l)).toList();
    String leftOut =
        labels.stream().filter(l -> !allowed.contains(l)).sorted().collect(Collectors.joining(" "));
    if (!leftOut.isEmpty() && told.add(account + " " + leftOut)) {
      log.warn(
          "labels left out",
          "%s offers %s, which its account may not (labels: in the settings); left out"
              .formatted(account, leftOut));
    }
    return allowed;
  }
}
