package io.windhover.wire.xmpp.line;

import io.windhover.wire.xmpp.line.PoolFailure.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Whom a client believes. */
public final class Trust {
  private Trust() {}

  /** All addresses of a host: what is found here is what is connected to. */
  public static List<InetAddress> addresses(String host) throws PoolFailure {
    try {
      return List.of(InetAddress.getAllByName(host));
    } catch (UnknownHostException e) {
      throw new PoolFailure(Kind.CANNOT_CONNECT, "cannot connect: no such host: " + host);
    }
  }

  /** Trusts the certificates in the file and nothing else; without a file what Java trusts. */
  public static X509TrustManager manager(@Nullable Path certificate) throws PoolFailure {
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(certificate == null ? null : anchors(certificate));
      for (TrustManager manager : trust.getTrustManagers()) {
        if (manager instanceof X509TrustManager usable) {
          return usable;
        }
      }
      throw new IllegalStateException("this Java cannot check certificates");
    } catch (GeneralSecurityException e) {
      throw new PoolFailure(
          Kind.NOT_TRUSTED, "%s holds no certificate in PEM form".formatted(certificate));
    } catch (IOException e) {
      throw new PoolFailure(Kind.NOT_TRUSTED, "cannot read the certificate " + certificate);
    }
  }

  private static KeyStore anchors(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (found.isEmpty()) {
        throw new GeneralSecurityException("no certificate");
      }
      for (Certificate certificate : found) {
        store.setCertificateEntry("anchor-" + store.size(), certificate);
      }
    }
    return store;
  }
}
