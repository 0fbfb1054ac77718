package io.windhover.app.pool;

import io.windhover.app.settings.AccountRules;
import io.windhover.wire.xmpp.Jid;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Whether a worker's account may offer a label, by the manager's settings. Who offers more than it
 * may is told of in the manager's log, once for each label, and joins without the label.
 */
final class OfferCheck implements BiPredicate<Jid, String> {
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
  public synchronized boolean test(Jid worker, String label) {
    boolean allowed = rules.mayOffer(worker.toString(), label);
    if (!allowed && told.add(worker + " " + label)) {
      log.warn(
          "labels left out",
          "%s offers %s, which its account may not (labels: in the settings); left out"
              .formatted(worker, label));
    }
    return allowed;
  }
}
