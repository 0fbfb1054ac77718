package io.windhover.app.pool;

import io.windhover.wire.xmpp.Stanza.Condition;

/** What somebody asks is not done; the words say why. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int QUOTED_MAX = 60;

  private final Condition condition;

  Refusal(Condition condition, String words) {
    super(words);
    this.condition = condition;
  }

  static Refusal bad(String words) {
    return new Refusal(Condition.BAD_REQUEST, words);
  }

  static Refusal tooMuch(String words) {
    return new Refusal(Condition.POLICY_VIOLATION, words);
  }

  static Refusal impossible(String words) {
    return new Refusal(Condition.NOT_ACCEPTABLE, words);
  }

  static Refusal noJob(int job) {
    return new Refusal(Condition.ITEM_NOT_FOUND, "there is no job " + job);
  }

  /** A stranger's text, to be said back. */
  static String quoted(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= QUOTED_MAX ? line : line.substring(0, QUOTED_MAX) + "…";
  }

  Condition condition() {
    return condition;
  }

  String words() {
    return String.valueOf(getMessage());
  }

  /** Thrown by the thousand under attack: nobody reads where. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
