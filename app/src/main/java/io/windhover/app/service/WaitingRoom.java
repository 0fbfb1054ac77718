package io.windhover.app.service;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Requests that wait for room, first come, first tried. A turn tries only so many, so that many
 * waiting ones do not hold up the others; the next turn goes on where it stopped.
 */
final class WaitingRoom {
  private static final int PLACES = 10_000;
  private static final int TRIES_A_TURN = 64;

  private record Waiting(Ask.Place ask, Caller caller, long untilMillis, Answer refusal) {}

  private final ArrayDeque<Waiting> line = new ArrayDeque<>();
  private int untried;

  int size() {
    return line.size();
  }

  /** Whether there was a place left. */
  boolean enter(Ask.Place ask, Caller caller, long nowMillis, Answer refusal) {
    if (line.size() >= PLACES) {
      return false;
    }
    line.add(new Waiting(ask, caller, nowMillis + ask.terms().queueSeconds() * 1000L, refusal));
    return true;
  }

  /** There may be room: try everybody again. */
  void roomMade() {
    untried = line.size();
  }

  boolean hasUntried() {
    return untried > 0;
  }

  /** When the first gives up. */
  long nextMillis() {
    long next = Long.MAX_VALUE;
    for (Waiting waiting : line) {
      next = Math.min(next, waiting.untilMillis());
    }
    return next;
  }

  void turn(long nowMillis, Function<Ask, Answer> clerk, BiConsumer<Caller, Answer> answers) {
    for (int tries = 0; untried > 0 && tries < TRIES_A_TURN; tries++, untried--) {
      Waiting waiting = line.remove();
      if (waiting.caller().gone()) {
        continue;
      }
      Answer answer = clerk.apply(waiting.ask());
      if (Clerk.isRefusal(answer)) {
        line.add(new Waiting(waiting.ask(), waiting.caller(), waiting.untilMillis(), answer));
      } else {
        answers.accept(waiting.caller(), answer);
      }
    }
    for (Iterator<Waiting> each = line.iterator(); each.hasNext(); ) {
      Waiting waiting = each.next();
      if (waiting.untilMillis() <= nowMillis || waiting.caller().gone()) {
        each.remove();
        answers.accept(waiting.caller(), waiting.refusal());
      }
    }
    untried = Math.min(untried, line.size());
  }

  void sendAway(Answer answer, BiConsumer<Caller, Answer> answers) {
    line.forEach(waiting -> answers.accept(waiting.caller(), answer));
    line.clear();
    untried = 0;
  }
}
