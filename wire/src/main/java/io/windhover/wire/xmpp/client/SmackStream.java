package io.windhover.wire.xmpp.client;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.PoolFailure.Kind;
import io.windhover.wire.xmpp.line.StanzaStream;
import io.windhover.wire.xmpp.line.Trust;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.xml.stream.XMLInputFactory;
import org.jivesoftware.smack.ConnectionConfiguration.SecurityMode;
import org.jivesoftware.smack.ConnectionListener;
import org.jivesoftware.smack.SmackConfiguration.UnknownIqRequestReplyMode;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.SmackException.NotConnectedException;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.java7.XmppHostnameVerifier;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smack.xml.SmackXmlParser;
import org.jxmpp.stringprep.XmppStringprepException;

/**
 * One connection, from its login to its end.
 *
 * <p>The rule of encryption: to any other machine TLS, with a certificate that is trusted and is
 * for the account's domain. On this machine a plain connection will do, and TLS is used when the
 * server has it and its certificate is given.
 */
final class SmackStream implements StanzaStream {
  /** Kept, or the setting would be lost with it. Failures are told in words of our own. */
  private static final Logger SMACK = Logger.getLogger("org.jivesoftware");

  static {
    SMACK.setLevel(Level.OFF);
    useTheParserOfTheJdk();
    SmackXml.register();
  }

  /** Smack would take the first it finds, and trips over what others say of namespaces. */
  private static void useTheParserOfTheJdk() {
    String key = XMLInputFactory.class.getName();
    String before = System.getProperty(key);
    System.setProperty(key, XMLInputFactory.newDefaultFactory().getClass().getName());
    try {
      SmackXmlParser.getXmlPullParserFactory();
    } finally {
      if (before == null) {
        System.clearProperty(key);
      } else {
        System.setProperty(key, before);
      }
    }
  }

  private final XMPPTCPConnection connection;
  private final CompletableFuture<String> over = new CompletableFuture<>();

  private SmackStream(XMPPTCPConnection connection) {
    this.connection = connection;
  }

  /** Connects and logs in. */
  static SmackStream open(ClientSettings settings, Consumer<Stanza> receiver)
      throws PoolFailure, InterruptedException {
    List<InetAddress> addresses = Trust.addresses(settings.host());
    boolean here = addresses.stream().allMatch(InetAddress::isLoopbackAddress);
    PoolFailure last = null;
    for (InetAddress address : addresses) {
      try {
        return open(settings, address, here, receiver);
      } catch (PoolFailure failure) {
        if (failure.kind() != Kind.CANNOT_CONNECT) {
          throw failure;
        }
        last = failure;
      }
    }
    throw last == null
        ? new PoolFailure(Kind.CANNOT_CONNECT, "no address of " + settings.host())
        : last;
  }

  private static SmackStream open(
      ClientSettings settings, InetAddress address, boolean here, Consumer<Stanza> receiver)
      throws PoolFailure, InterruptedException {
    var connection = new XMPPTCPConnection(configuration(settings, address, here));
    var stream = new SmackStream(connection);
    connection.setReplyTimeout(settings.patience().toMillis());
    connection.setUnknownIqRequestReplyMode(UnknownIqRequestReplyMode.replyServiceUnavailable);
    // What is lost is said again by whoever said it; the server need not keep it too.
    connection.setUseStreamManagement(false);
    connection.addConnectionListener(stream.new End());
    SmackXml.handOver(connection, request -> deliver(request, receiver));
    connection.addSyncStanzaListener(stanza -> deliver(stanza, receiver), SmackStream::isNoRequest);
    boolean done = false;
    try {
      connection.connect();
      connection.login();
      done = true;
      return stream;
    } catch (XMPPException | SmackException | IOException e) {
      throw Failures.of(e, settings);
    } finally {
      if (!done) {
        connection.instantShutdown();
      }
    }
  }

  private static XMPPTCPConnectionConfiguration configuration(
      ClientSettings settings, InetAddress address, boolean here) throws PoolFailure {
    boolean plain = here && settings.certificate() == null;
    try {
      var builder =
          XMPPTCPConnectionConfiguration.builder()
              .setHostAddress(address)
              .setPort(settings.port())
              .setXmppDomain(settings.account().domain())
              .setUsernameAndPassword(settings.account().local(), settings.password().get())
              .setConnectTimeout((int) settings.patience().toMillis())
              .setSocketFactory(new PromptSockets())
              .setSendPresence(false)
              .setCompressionEnabled(false);
      if (!settings.resource().isEmpty()) {
        builder.setResource(settings.resource());
      }
      if (plain) {
        return builder.setSecurityMode(SecurityMode.disabled).build();
      }
      return builder
          .setSecurityMode(here ? SecurityMode.ifpossible : SecurityMode.required)
          .setCustomX509TrustManager(Trust.manager(settings.certificate()))
          .setHostnameVerifier(new XmppHostnameVerifier())
          .build();
    } catch (XmppStringprepException e) {
      throw new PoolFailure(
          Kind.CANNOT_CONNECT, "not an address XMPP allows: " + settings.account());
    }
  }

  private static boolean isNoRequest(org.jivesoftware.smack.packet.Stanza stanza) {
    return !(stanza instanceof IQ iq) || !iq.isRequestIQ();
  }

  private static void deliver(
      org.jivesoftware.smack.packet.Stanza smack, Consumer<Stanza> receiver) {
    Stanza stanza;
    try {
      stanza = SmackXml.read(smack);
    } catch (BadStanza nothingToAnswerTo) {
      return;
    }
    receiver.accept(stanza);
  }

  /** Who we are, with the resource the server gave us. */
  @Override
  public Optional<Jid> address() {
    return Optional.of(Jid.of(String.valueOf(connection.getUser())));
  }

  @Override
  public void send(Stanza stanza) {
    try {
      connection.trySendStanza(SmackXml.write(stanza));
    } catch (NotConnectedException dropped) {
      // As on any wire.
    }
  }

  @Override
  public CompletableFuture<String> over() {
    return over;
  }

  @Override
  public void close() {
    over.complete("closed");
    connection.disconnect();
  }

  @Override
  public void drop(String why) {
    over.complete(why);
    connection.instantShutdown();
  }

  private final class End implements ConnectionListener {
    @Override
    public void connectionClosed() {
      over.complete("the server closed the connection");
    }

    @Override
    public void connectionClosedOnError(Exception e) {
      over.complete(Failures.ofLostConnection(e));
    }
  }
}
