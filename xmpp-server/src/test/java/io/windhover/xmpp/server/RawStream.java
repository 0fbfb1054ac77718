package io.windhover.xmpp.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** XMPP by hand: text goes out, text comes in. */
final class RawStream implements AutoCloseable {
  private static final int SILENCE_MILLIS_MAX = 20_000;

  private Socket socket;
  private final StringBuilder heard = new StringBuilder();

  RawStream(int port) throws IOException {
    socket = new Socket(LoopbackPorts.address(), port);
    socket.setSoTimeout(SILENCE_MILLIS_MAX);
  }

  void say(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Hears on until the pattern is there, and forgets what came up to it. */
  String hear(String pattern) throws IOException {
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[8_192];
    while (true) {
      Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(heard);
      if (found.find()) {
        String group = found.group(found.groupCount());
        heard.delete(0, found.end());
        return group;
      }
      int count = in.read(buffer);
      if (count < 0) {
        throw new IOException("closed; not heard " + pattern + " in " + heard);
      }
      heard.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
    }
  }

  /** Logs in; answers what the server says to it: success or failure. */
  String login(String localPart, Path passwordFile) throws IOException {
    open("jabber:client", "localhost");
    hear("</stream:features>");
    return authenticate(localPart, Files.readString(passwordFile).strip());
  }

  String authenticate(String localPart, String password) throws IOException {
    String plain = "\0" + localPart + "\0" + password;
    say(
        "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>"
            + Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8))
            + "</auth>");
    return hear("<(success|failure)");
  }

  /** Introduces the manager's component; answers handshake or stream:error. */
  String handshake(String domain, String secret) throws IOException {
    open("jabber:component:accept", domain);
    String id = hear("<stream:stream [^>]*\\bid=['\"]([^'\"]+)['\"][^>]*>");
    say("<handshake>" + sha1(id + secret) + "</handshake>");
    return hear("<(handshake|stream:error)");
  }

  void open(String namespace, String to) throws IOException {
    say(
        "<stream:stream xmlns='%s' xmlns:stream='http://etherx.jabber.org/streams' to='%s'"
                .formatted(namespace, to)
            + " version='1.0'>");
  }

  /** Goes over to TLS; answers the certificate the server shows, as PEM. */
  String startTls() throws IOException {
    say("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>");
    hear("<proceed[^>]*>");
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Trusting()}, null);
      var secure =
          (SSLSocket)
              context.getSocketFactory().createSocket(socket, "localhost", socket.getPort(), true);
      secure.startHandshake();
      socket = secure;
      byte[] shown = secure.getSession().getPeerCertificates()[0].getEncoded();
      return Certificate.pem("CERTIFICATE", shown);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** The test looks at the certificate itself. */
  private static final class Trusting implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  private static String sha1(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
