package io.windhover.wire.xmpp.worker;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Stanza.Condition;
import io.windhover.wire.xmpp.line.Absence;
import java.util.Set;

/** What a worker knows of its manager's being there, and tells people when it changes. */
final class Manager {
  private static final Set<String> FINAL =
      Set.of(Condition.BAD_REQUEST.element(), Condition.NOT_ACCEPTABLE.element());

  private final Addresses addresses;
  private final StanzaWorkerLink.Notices notices;
  private String last = "";

  Manager(Addresses addresses, StanzaWorkerLink.Notices notices) {
    this.addresses = addresses;
    this.notices = notices;
  }

  synchronized void present() {
    if (!last.isEmpty()) {
      tell("the manager is back");
    }
    last = "";
  }

  synchronized void absent() {
    tell(
        "the manager is not running: nobody answers for "
            + addresses.domain()
            + "; tasks go on and are reported later");
  }

  void disconnected(String why) {
    tell(why + "; tasks go on and are reported later");
  }

  void refused(Stanza error) {
    if (Absence.isMeantBy(error)) {
      absent();
    } else {
      tell("the manager refuses this worker: " + error.errorText());
    }
  }

  /** Whether saying the same again can lead to nothing else. */
  boolean willNeverTake(Stanza error) {
    return FINAL.contains(error.condition());
  }

  void lost(AttemptRef ref, Stanza error) {
    notices.tell(
        "the manager does not take the report of %s: %s".formatted(ref, error.errorText()));
  }

  private synchronized void tell(String line) {
    if (!line.equals(last)) {
      last = line;
      notices.tell(line);
    }
  }
}
