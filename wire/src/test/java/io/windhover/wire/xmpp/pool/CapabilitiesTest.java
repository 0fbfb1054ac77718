package io.windhover.wire.xmpp.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.XmlStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The worked examples of XEP-0115, sections 5.2 and 5.3. */
final class CapabilitiesTest {
  private static final String FEATURES =
      """
      <feature var='http://jabber.org/protocol/muc'/>
      <feature var='http://jabber.org/protocol/disco#items'/>
      <feature var='http://jabber.org/protocol/caps'/>
      <feature var='http://jabber.org/protocol/disco#info'/>
      """;
  private static final String SOFTWARE =
      """
      <x xmlns='jabber:x:data' type='result'>
        <field var='FORM_TYPE' type='hidden'><value>urn:xmpp:dataforms:softwareinfo</value></field>
        <field var='ip_version'><value>ipv6</value><value>ipv4</value></field>
        <field var='os'><value>Mac</value></field>
        <field var='os_version'><value>10.5.1</value></field>
        <field var='software'><value>Psi</value></field>
        <field var='software_version'><value>0.11</value></field>
      </x>
      """;

  private static Xml query(String content) throws BadStanza {
    AtomicReference<Xml> heard = new AtomicReference<>();
    var stream =
        new XmlStream(
            new XmlStream.Handler() {
              @Override
              public void opened(Xml head) {}

              @Override
              public void stanza(Xml stanza) {
                heard.set(stanza);
              }

              @Override
              public void tooLarge(Xml head) {}

              @Override
              public void closed() {}
            },
            100_000);
    byte[] bytes =
        "<s><query xmlns='%s'>%s</query>"
            .formatted(Namespaces.DISCO_INFO, content)
            .getBytes(StandardCharsets.UTF_8);
    stream.feed(bytes, 0, bytes.length);
    return heard.get();
  }

  @Test
  void theSimpleExample() throws BadStanza {
    String exodus = "<identity category='client' type='pc' name='Exodus 0.9.1'/>";
    assertThat(Capabilities.hash(query(exodus + FEATURES)))
        .contains("QgayPKawpkPSDYmwT/WM94uAlu0=");
  }

  @Test
  void theComplexExample() throws BadStanza {
    String psi =
        """
        <identity xml:lang='en' category='client' name='Psi 0.11' type='pc'/>
        <identity xml:lang='el' category='client' name='Ψ 0.11' type='pc'/>
        """;
    assertThat(Capabilities.hash(query(psi + FEATURES + SOFTWARE)))
        .contains("q07IKJEyjvHSyhy//CH0CxmKi8w=");
  }

  @Test
  void whatIsSaidTwiceHasNoHash() throws BadStanza {
    assertThat(Capabilities.hash(query(FEATURES + FEATURES))).isEmpty();
    assertThat(Capabilities.hash(query(SOFTWARE + SOFTWARE))).isEmpty();
  }
}
