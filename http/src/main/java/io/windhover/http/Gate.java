package io.windhover.http;

import java.util.Optional;
import java.util.function.Function;

/** Decides who may call what is not open to all. */
@FunctionalInterface
public interface Gate {
  /** What it comes to. */
  sealed interface Verdict {
    /**
     * Come in.
     *
     * @param who as handlers will know them; may be empty
     */
    record Admitted(String who) implements Verdict {}

    /** Nobody we know: 401. */
    record Unknown(String why) implements Verdict {}

    /** Known, or beyond knowing, and not wanted: 403. */
    record Forbidden(String why) implements Verdict {}
  }

  /** Judges a call whose body is not to be looked at. */
  Verdict judge(HttpCall call);

  /**
   * Anybody who can reach the port: only for one on loopback. A page in somebody's browser can
   * reach it too, and must not ask in their name.
   */
  static Gate anybodyButPages() {
    return call ->
        call.hasHeader("Origin")
            ? new Verdict.Forbidden("requests of web pages need a token")
            : new Verdict.Admitted("");
  }

  /**
   * Whoever shows a token (RFC 6750).
   *
   * @param owner who has this token; empty for none of ours. It must take as long for a wrong token
   *     as for a right one.
   */
  static Gate tokens(Function<String, Optional<String>> owner) {
    String scheme = "Bearer ";
    return call -> {
      String shown = call.header("Authorization");
      Optional<String> who =
          shown.regionMatches(true, 0, scheme, 0, scheme.length())
              ? owner.apply(shown.substring(scheme.length()).strip())
              : Optional.empty();
      return who.isPresent()
          ? new Verdict.Admitted(who.get())
          : new Verdict.Unknown("expected Authorization: Bearer and the token");
    };
  }
}
