package io.windhover.app.pool;

import io.windhover.app.settings.AccountRules;
import io.windhover.core.model.JobRules;
import io.windhover.manager.PoolView;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.xmpp.Jid;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * What people may do at the manager's desk, asked with bare addresses.
 *
 * @param mayUse whether they are listened to at all
 * @param maySubmit whether they may submit jobs
 * @param isAdmin whether they see and cancel all jobs, and drain workers
 * @param highestPriority that they may give to tasks
 */
public record Rights(
    Predicate<String> mayUse,
    Predicate<String> maySubmit,
    Predicate<String> isAdmin,
    ToIntFunction<String> highestPriority) {
  /** As a manager's settings have it; a rented machine has nothing to ask, whatever they say. */
  public static Rights of(AccountRules rules) {
    return new Rights(
        user -> isPerson(user) && rules.mayUse(user),
        user -> isPerson(user) && rules.maySubmit(user),
        user -> isPerson(user) && rules.isAdmin(user),
        rules::highestPriority);
  }

  private static boolean isPerson(String user) {
    return Jid.parse(user).filter(PortProtocol::isMachine).isEmpty();
  }

  /** Everything for whoever may use the desk, but to look after others' jobs. */
  public static Rights of(Predicate<Jid> mayUse) {
    Predicate<String> all = user -> Jid.parse(user).filter(mayUse).isPresent();
    return new Rights(all, all, user -> false, user -> JobRules.PRIORITY_MAX);
  }

  /** Whether there is such a job and this user may know of it. */
  boolean sees(PoolView pool, String user, int job) {
    return pool.owns(user, job) || (isAdmin.test(user) && pool.find(job).isPresent());
  }
}
