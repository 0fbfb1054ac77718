package io.windhover.http;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.windhover.http.tls.ServerIdentity;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLException;

/** TLS as the JDK does it. */
final class Encryption {
  private Encryption() {}

  static SslContext of(ServerIdentity identity) {
    try {
      return SslContextBuilder.forServer(
              identity.key(), identity.chain().toArray(new X509Certificate[0]))
          .sslProvider(SslProvider.JDK)
          .protocols("TLSv1.3", "TLSv1.2")
          .build();
    } catch (SSLException | IllegalArgumentException e) {
      throw new PortFailure("the certificate and its key cannot be used: " + e.getMessage(), e);
    }
  }
}
