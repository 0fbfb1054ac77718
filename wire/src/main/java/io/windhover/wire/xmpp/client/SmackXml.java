package io.windhover.wire.xmpp.client;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jivesoftware.smack.XMPPConnection;
import org.jivesoftware.smack.iqrequest.AbstractIqRequestHandler;
import org.jivesoftware.smack.packet.ErrorIQ;
import org.jivesoftware.smack.packet.ExtensionElement;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.IqData;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.MessageBuilder;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.PresenceBuilder;
import org.jivesoftware.smack.packet.StanzaBuilder;
import org.jivesoftware.smack.packet.StanzaError;
import org.jivesoftware.smack.packet.XmlEnvironment;
import org.jivesoftware.smack.provider.IqProvider;
import org.jivesoftware.smack.provider.ProviderManager;
import org.jivesoftware.smack.xml.XmlPullParser;
import org.jivesoftware.smack.xml.XmlPullParserException;
import org.jspecify.annotations.Nullable;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.stringprep.XmppStringprepException;

/** Our stanzas as Smack's, and the other way round. */
final class SmackXml {
  /** What may be in an iq that comes; anything else is known only by its name. */
  private static final Map<String, List<String>> ELEMENTS =
      Map.of(
          Namespaces.KESTREL_TASK, List.of("task"),
          Namespaces.KESTREL_JOB, List.of("job"),
          Namespaces.KESTREL_STATUS, List.of("query"),
          Namespaces.BATCH, List.of("tasks"),
          Namespaces.WORKER, List.of("join"),
          Namespaces.POOL, List.of("answer"),
          Namespaces.DISCO_INFO, List.of("query"),
          Namespaces.DISCO_ITEMS, List.of("query"),
          Namespaces.PING, List.of("ping"));

  private SmackXml() {}

  /** Has Smack read the elements of our vocabularies as {@link Xml}. */
  static void register() {
    ELEMENTS.forEach(
        (namespace, names) ->
            names.forEach(
                name -> ProviderManager.addIQProvider(name, namespace, new XmlProvider())));
  }

  /** Has a connection hand over requests of our vocabularies, which it would answer by itself. */
  static void handOver(XMPPConnection connection, Consumer<IQ> receiver) {
    ELEMENTS.forEach(
        (namespace, names) ->
            names.forEach(
                name -> {
                  for (IQ.Type type : List.of(IQ.Type.get, IQ.Type.set)) {
                    connection.registerIQRequestHandler(
                        new Handler(name, namespace, type, receiver));
                  }
                }));
  }

  private static final class Handler extends AbstractIqRequestHandler {
    private final Consumer<IQ> receiver;

    Handler(String name, String namespace, IQ.Type type, Consumer<IQ> receiver) {
      super(name, namespace, type, Mode.sync);
      this.receiver = receiver;
    }

    /** The answer goes its own way, later. */
    @Override
    public @Nullable IQ handleIQRequest(IQ request) {
      receiver.accept(request);
      return null;
    }
  }

  private static final class XmlProvider extends IqProvider<XmlIq> {
    @Override
    public XmlIq parse(
        XmlPullParser parser, int initialDepth, IqData data, XmlEnvironment environment)
        throws XmlPullParserException, IOException {
      return new XmlIq(element(parser));
    }
  }

  /** The element the parser stands at the beginning of; afterwards it stands at its end. */
  private static Xml element(XmlPullParser parser) throws XmlPullParserException, IOException {
    String name = parser.getName();
    String namespace = parser.getNamespace();
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int i = 0; i < parser.getAttributeCount(); i++) {
      String prefix = parser.getAttributePrefix(i);
      if (prefix == null || prefix.isEmpty()) {
        attributes.put(parser.getAttributeName(i), parser.getAttributeValue(i));
      }
    }
    List<Xml> children = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    XmlPullParser.Event event = parser.next();
    while (event != XmlPullParser.Event.END_ELEMENT) {
      if (event == XmlPullParser.Event.START_ELEMENT) {
        children.add(element(parser));
      } else if (event == XmlPullParser.Event.TEXT_CHARACTERS) {
        text.append(parser.getText());
      } else if (event == XmlPullParser.Event.END_DOCUMENT) {
        throw new IOException("the stream ended within a stanza");
      }
      event = parser.next();
    }
    return new Xml(name, namespace == null ? "" : namespace, attributes, children, text.toString());
  }

  // What comes.

  static Stanza read(org.jivesoftware.smack.packet.Stanza smack) throws BadStanza {
    List<Xml> payload = new ArrayList<>();
    Stanza.Kind kind;
    String type;
    if (smack instanceof IQ iq) {
      kind = Stanza.Kind.IQ;
      type = iq.getType().toString();
      if (iq instanceof XmlIq known) {
        payload.add(known.payload);
      } else if (iq.getChildElementName() != null && !(iq instanceof ErrorIQ)) {
        payload.add(Xml.of(iq.getChildElementName(), text(iq.getChildElementNamespace())));
      }
    } else if (smack instanceof Presence presence) {
      kind = Stanza.Kind.PRESENCE;
      type = presence.getType() == Presence.Type.available ? "" : presence.getType().toString();
    } else {
      kind = Stanza.Kind.MESSAGE;
      Message message = (Message) smack;
      type = message.getType().toString();
      if (message.getBody() != null) {
        payload.add(Xml.text("body", Namespaces.CLIENT, message.getBody()));
      }
    }
    if (smack.getError() != null) {
      payload.add(error(smack.getError()));
    }
    return new Stanza(
        kind, type, text(smack.getStanzaId()), jid(smack.getFrom()), jid(smack.getTo()), payload);
  }

  private static Xml error(StanzaError error) {
    Xml xml =
        Xml.of("error", Namespaces.CLIENT)
            .with("type", error.getType().toString())
            .with(Xml.of(error.getCondition().toString(), Namespaces.STANZA_ERRORS));
    String words = error.getDescriptiveText();
    return words == null ? xml : xml.with(Xml.text("text", Namespaces.STANZA_ERRORS, words));
  }

  private static @Nullable Jid jid(org.jxmpp.jid.@Nullable Jid address) throws BadStanza {
    if (address == null) {
      return null;
    }
    return Jid.parse(address.toString())
        .orElseThrow(() -> new BadStanza("not an address: " + address));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  // What goes.

  static org.jivesoftware.smack.packet.Stanza write(Stanza stanza) {
    try {
      return switch (stanza.kind()) {
        case IQ -> iq(stanza);
        case PRESENCE -> presence(stanza);
        case MESSAGE -> message(stanza);
      };
    } catch (XmppStringprepException e) {
      throw new IllegalArgumentException("no address for a stanza: " + stanza.to(), e);
    }
  }

  private static IQ iq(Stanza stanza) throws XmppStringprepException {
    IQ iq;
    if (stanza.type().equals("error")) {
      iq = new XmlIq();
      iq.setError(error(stanza));
    } else {
      iq = stanza.payload().isEmpty() ? new XmlIq() : new XmlIq(stanza.payload().get(0));
    }
    iq.setType(IQ.Type.fromString(stanza.type()));
    iq.setStanzaId(stanza.id());
    if (stanza.to() != null) {
      iq.setTo(JidCreate.from(stanza.to().toString()));
    }
    return iq;
  }

  private static StanzaError error(Stanza stanza) {
    return StanzaError.from(
            StanzaError.Condition.fromString(stanza.condition()), stanza.errorText())
        .build();
  }

  private static Presence presence(Stanza stanza) throws XmppStringprepException {
    PresenceBuilder builder = StanzaBuilder.buildPresence(id(stanza));
    if (stanza.to() != null) {
      builder.to(stanza.to().toString());
    }
    if (!stanza.type().isEmpty()) {
      builder.ofType(Presence.Type.fromString(stanza.type()));
    }
    for (Xml child : stanza.payload()) {
      switch (child.name()) {
        case "show" -> builder.setMode(Presence.Mode.fromString(child.text()));
        case "status" -> builder.setStatus(child.text());
        default -> builder.addExtension(new XmlExtension(child));
      }
    }
    return builder.build();
  }

  private static @Nullable String id(Stanza stanza) {
    return stanza.id().isEmpty() ? null : stanza.id();
  }

  private static Message message(Stanza stanza) throws XmppStringprepException {
    MessageBuilder builder = StanzaBuilder.buildMessage(id(stanza));
    builder.ofType(Message.Type.chat);
    if (stanza.to() != null) {
      builder.to(stanza.to().toString());
    }
    stanza.payload().stream()
        .filter(child -> child.name().equals("body"))
        .forEach(body -> builder.setBody(body.text()));
    return builder.build();
  }

  /** An iq with any one element in it, or none. */
  private static final class XmlIq extends IQ {
    final @Nullable Xml payload;

    XmlIq() {
      super((String) null, null);
      this.payload = null;
    }

    XmlIq(Xml payload) {
      super(payload.name(), payload.namespace());
      this.payload = payload;
    }

    /** Smack writes the element's name and its end, and we what is between. */
    @Override
    protected @Nullable IQChildElementXmlStringBuilder getIQChildElementBuilder(
        IQChildElementXmlStringBuilder xml) {
      if (payload == null) {
        return null;
      }
      String whole = payload.toString();
      String begin = "<" + payload.name() + " xmlns='" + payload.namespace() + "'";
      if (whole.endsWith("/>")) {
        xml.append(whole.substring(begin.length(), whole.length() - "/>".length()));
        xml.setEmptyElement();
      } else {
        int end = whole.length() - payload.name().length() - "</>".length();
        xml.append(whole.substring(begin.length(), end));
      }
      return xml;
    }
  }

  /** Any element of a presence. */
  private record XmlExtension(Xml xml) implements ExtensionElement {
    @Override
    public String getNamespace() {
      return xml.namespace();
    }

    @Override
    public String getElementName() {
      return xml.name();
    }

    @Override
    public CharSequence toXML(XmlEnvironment environment) {
      return xml.toString();
    }
  }
}
