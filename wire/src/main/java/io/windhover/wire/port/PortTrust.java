package io.windhover.wire.port;

import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.Trust;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** How a client knows that it speaks to its manager. */
public sealed interface PortTrust {
  /**
   * Exactly one certificate, whoever signed it and whatever name is in it.
   *
   * @param sha256 the fingerprint, 64 hexadecimal digits
   */
  record Pinned(String sha256) implements PortTrust {
    public Pinned {
      sha256 = sha256.replace(":", "").toLowerCase(Locale.ROOT);
      if (!sha256.matches("[0-9a-f]{64}")) {
        throw new IllegalArgumentException("a fingerprint has 64 hexadecimal digits");
      }
    }
  }

  /**
   * What an authority has signed for the name that is dialled.
   *
   * @param certificate of the authority, as PEM; null: those that Java trusts
   */
  record Authority(@Nullable Path certificate) implements PortTrust {}

  /** TLS by this rule. */
  default SSLContext context() throws PoolFailure {
    TrustManager manager =
        this instanceof Pinned pinned
            ? new Pin(pinned.sha256())
            : Trust.manager(((Authority) this).certificate());
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {manager}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  /** The certificate itself is the proof, so nothing else of it is asked. */
  final class Pin extends X509ExtendedTrustManager {
    private final byte[] wanted;

    Pin(String sha256) {
      this.wanted = HexFormat.of().parseHex(sha256);
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      try {
        byte[] shown = MessageDigest.getInstance("SHA-256").digest(chain[0].getEncoded());
        if (!MessageDigest.isEqual(shown, wanted)) {
          throw new CertificateException(
              "its fingerprint is " + HexFormat.of().formatHex(shown) + ", not the one expected");
        }
      } catch (NoSuchAlgorithmException e) {
        throw new CertificateException(e);
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("nobody is asked for a certificate here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
