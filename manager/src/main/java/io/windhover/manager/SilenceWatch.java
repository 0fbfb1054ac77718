package io.windhover.manager;

import io.windhover.manager.Roster.Peer;

/** Looks now and then for workers to be given up or taken up again, and for unanswered orders. */
final class SilenceWatch {
  private final Roster roster;
  private final ManagerSettings settings;
  private long atMillis;

  SilenceWatch(Roster roster, ManagerSettings settings) {
    this.roster = roster;
    this.settings = settings;
  }

  void start(long nowMillis) {
    atMillis = nowMillis + settings.sweepMillis();
  }

  long nextMillis() {
    return atMillis;
  }

  /** After the manager itself has slept, nobody can be blamed for the silence. */
  void forgive(long turnedAtMillis, long nowMillis) {
    if (turnedAtMillis != Long.MIN_VALUE
        && nowMillis - turnedAtMillis > settings.silenceMillis() / 3) {
      roster.forgiveSilence(nowMillis, settings.awayMillis());
    }
  }

  /** Gives up what was silent or away for too long, if it is time to look. */
  void look(Intake intake, Outbox out, RentedMachines rentals, long nowMillis) {
    if (nowMillis < atMillis) {
      return;
    }
    atMillis = nowMillis + settings.sweepMillis();
    // A machine that has frozen falls silent too: its source is asked before it is given up.
    long doubtMillis = settings.silenceMillis() / 2;
    roster
        .silentSince(nowMillis - doubtMillis)
        .forEach(peer -> rentals.doubt(peer, peer.heardAtMillis + doubtMillis, nowMillis));
    for (Peer silent : roster.silentSince(nowMillis - settings.silenceMillis())) {
      intake.machines.lose(silent, "silent for " + settings.silenceMillis() / 1000 + " s");
    }
    for (Peer away : roster.awayUntil(nowMillis)) {
      intake.machines.lose(away, "away");
    }
    roster.restedAt(nowMillis).forEach(intake.machines::rested);
    intake.machines.freeOverdueCleanups();
    out.sayAgain(nowMillis).forEach(intake::giveUp);
  }
}
