package io.windhover.wire.xmpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class XmlStreamTest {
  private static final String OPEN =
      "<?xml version='1.0'?><s:stream xmlns='jabber:client' xmlns:s='streams' id='x'>";

  private final Heard heard = new Heard();
  private final XmlStream stream = new XmlStream(heard, 1_000);

  @Test
  void namespacesPrefixesAndCharacterData() throws BadStanza {
    Heard.feed(
        stream,
        OPEN
            + " \n<iq type='get' xml:lang='de'><q xmlns='a' s:x='1'><s:w/><v xmlns=''/></q>"
            + "<![CDATA[<&]]]]>&lt;&#65;&#x1F600;\r\n</iq></s:stream>");
    assertThat(heard.stanzas)
        .containsExactly(
            Xml.of("iq", "jabber:client")
                .with("type", "get")
                .with("xml:lang", "de")
                .with(Xml.of("q", "a").with(Xml.of("w", "streams")).with(Xml.of("v", "")))
                .withText("<&]]<A😀\n"));
    assertThat(heard.closed).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE x [<!ENTITY a 'b'>]>",
        "<iq><!-- no --></iq>",
        "<iq><?php?></iq>",
        "<iq>&lol;</iq>",
        "<iq>&#0;</iq>",
        "<iq>&#xD800;</iq>",
        "<iq>&#x110000;</iq>",
        "<iq>& </iq>",
        "<iq>\u0001</iq>",
        "<iq></qi>",
        "<iq a='1' a='2'/>",
        "<iq a=1/>",
        "<iq a/>",
        "<iq a='<'/>",
        "<iq a='1'b='2'/>",
        "<p:iq/>",
        "<iq p:a='1'/>",
        "<iq xmlns:p=''/>",
        "<1q/>",
        "<a:b:c/>",
        "< iq/>",
        "<>",
        "words",
        "<![CDATA[words]]>",
      })
  void whatIsNoStreamEndsIt(String text) {
    assertThatThrownBy(() -> Heard.feed(stream, OPEN + text)).isInstanceOf(BadStanza.class);
    assertThat(heard.stanzas).isEmpty();
  }

  @Test
  void bytesThatAreNoTextEndIt() throws BadStanza {
    Heard.feed(stream, OPEN + "<iq>");
    byte[] overlong = {(byte) 0xc0, (byte) 0xbc, '<', '/', 'i', 'q', '>'};
    assertThatThrownBy(() -> stream.feed(overlong, 0, overlong.length))
        .hasMessageContaining("UTF-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<x>%s</x>",
        "<x a='%s'/>",
        "<x><![CDATA[%s>]]></x>",
        "<x>%s<y/><z a=\"/>\">%s</z></x><w/>",
      })
  void ofATooLargeStanzaTheHeadIsKeptAndTheNextIsHeard(String content) throws BadStanza {
    String large = content.replace("%s", "words ".repeat(500));
    Heard.feed(stream, OPEN + "<iq id='7'>" + large + "</iq><iq id='8'/>");
    assertThat(heard.tooLarge).containsExactly(Xml.of("iq", "jabber:client").with("id", "7"));
    assertThat(heard.stanzas).containsExactly(Xml.of("iq", "jabber:client").with("id", "8"));
  }

  @Test
  void aHeadThatIsTooLargeIsLeftOut() throws BadStanza {
    String head = "<iq id='" + "7".repeat(5_000) + "'";
    Heard.feed(stream, OPEN + head + "/>" + head + "><x/>y</iq><iq id='8'/>");
    assertThat(heard.stanzas).containsExactly(Xml.of("iq", "jabber:client").with("id", "8"));
  }

  @Test
  void aStanzaThatIsTooDeepIsTooLarge() throws BadStanza {
    var wide = new XmlStream(heard, 1_000_000);
    Heard.feed(wide, OPEN + "<iq>" + "<d>".repeat(1_000) + "</d>".repeat(1_000) + "</iq><iq/>");
    assertThat(heard.tooLarge).hasSize(1);
    assertThat(heard.stanzas).hasSize(1);
  }

  @Test
  void whateverNeverEndsTakesNoMemory() throws BadStanza {
    for (String endless :
        new String[] {"word ", "<x>", "<x/>", "<x a='", "<![CDATA[", "</", "<x "}) {
      var endlessStream = new XmlStream(new Heard(), 100_000);
      Heard.feed(endlessStream, OPEN + "<iq>");
      byte[] piece = Heard.bytes(endless.repeat(1_000));
      long before = used();
      try {
        for (int i = 0; i < 5_000; i++) {
          endlessStream.feed(piece, 0, piece.length);
        }
      } catch (BadStanza e) {
        // As good as being skipped.
      }
      assertThat(used() - before).as(endless).isLessThan(8_000_000);
      assertThat(endlessStream).isNotNull();
    }
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void manyNamesTakeNoMemoryAndLittleTime() throws BadStanza {
    Heard.feed(stream, OPEN);
    long before = used();
    for (int i = 0; i < 200_000; i++) {
      Heard.feed(stream, "<iq><n%d xmlns='u:%d' a%d='x'/></iq>".formatted(i, i, i));
      heard.stanzas.clear();
    }
    assertThat(used() - before).isLessThan(8_000_000);
  }

  @Test
  void whatIsWrittenIsRead() throws BadStanza {
    for (int seed = 0; seed < 5_000; seed++) {
      var random = new SplittableRandom(seed);
      Xml element = Texts.element(random, 3);
      var text = new StringBuilder(OPEN);
      element.appendTo(text, "jabber:client");
      var one = new Heard();
      Heard.feed(new XmlStream(one, 1_000_000), Heard.bytes(text.toString()), random);
      assertThat(one.stanzas).as("seed %d", seed).containsExactly(element);
    }
  }
}
