package io.windhover.capacity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Ids of leases, and the secrets by which a machine proves that it is the one that was asked for: a
 * join secret, which travels in its start-up data and may be read there by others, and a session
 * key, for which the first to come with the join secret exchanges it.
 *
 * <p>An id is made of the identity of the manager's state, the machine's number and the moment it
 * was asked for, all of which are on disk before the source is called: after a restart the same
 * lease has the same id. The moment is part of it because an older copy of a state that is put back
 * gives out the same numbers again.
 */
public final class LeaseKeys {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int ID_BYTES = 8;
  private static final int MARK_LETTERS = 8;

  private final String identity;
  private final byte[] poolKey;

  /**
   * Makes the keys of one manager's state.
   *
   * @param identity of the state; public
   * @param poolKey a secret of the manager that is in no journal
   */
  public LeaseKeys(String identity, byte[] poolKey) {
    this.identity = identity;
    this.poolKey = poolKey.clone();
  }

  /**
   * What every lease of this pool begins with: the mark by which a source finds them. It comes from
   * the pool's key and not from the state, so that a manager whose state was lost finds, and ends,
   * what the lost one had rented; and it never touches what another pool rents.
   */
  public String mark() {
    return "wh-" + signed("mark").substring(0, MARK_LETTERS) + "-";
  }

  public String lease(int machine, long requestedAtMillis) {
    return lease(mark(), identity, machine, requestedAtMillis);
  }

  /** As {@link #lease(int, long)}, for those who know the mark and not the key. */
  public static String lease(String mark, String identity, int machine, long requestedAtMillis) {
    byte[] hash = digest(identity + "/" + machine + "/" + requestedAtMillis);
    return mark + machine + "-" + HexFormat.of().formatHex(hash, 0, ID_BYTES);
  }

  /** What the machine of this lease says at its first join. */
  public String joinSecret(String lease) {
    return signed("join " + lease);
  }

  /**
   * What the machine of this lease says from then on. It can be made again after a restart, so it
   * is written down nowhere; and only the worker that joined first ever has it.
   *
   * @param session of the worker that joined first
   */
  public String sessionKey(String lease, String session) {
    return signed("session " + lease + " " + session);
  }

  private String signed(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(poolKey, ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  /** Whether this is the join secret of the lease. */
  public boolean isJoinSecret(String lease, String said) {
    return equal(joinSecret(lease), said);
  }

  /** Whether this is the key of the worker that joined with this session. */
  public boolean isSessionKey(String lease, String session, String said) {
    return equal(sessionKey(lease, session), said);
  }

  /** Takes as long for a wrong secret as for the right one. */
  private static boolean equal(String secret, String said) {
    return MessageDigest.isEqual(
        secret.getBytes(StandardCharsets.UTF_8), said.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
