package io.windhover.http.tls;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * A server's certificate, with those that vouch for it, and its key.
 *
 * @param chain the server's own first
 */
public record ServerIdentity(PrivateKey key, List<X509Certificate> chain) {
  public ServerIdentity {
    chain = List.copyOf(chain);
    if (chain.isEmpty()) {
      throw new IllegalArgumentException("no certificate");
    }
  }

  /** SHA-256 of the server's own certificate in hexadecimal: what clients pin. */
  public String fingerprint() {
    try {
      byte[] encoded = chain.get(0).getEncoded();
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(encoded));
    } catch (CertificateEncodingException | NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** SHA-256 of the server's public key in Base64: what curl pins ({@code sha256//PIN}). */
  public String keyPin() {
    byte[] encoded = chain.get(0).getPublicKey().getEncoded();
    try {
      return Base64.getEncoder()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(encoded));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "certificate " + fingerprint();
  }
}
