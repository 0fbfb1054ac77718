package io.windhover.wire.xmpp;

/** Names of the vocabularies that stanzas are written in. */
public final class Namespaces {
  public static final String CLIENT = "jabber:client";
  public static final String COMPONENT = "jabber:component:accept";
  public static final String STREAMS = "http://etherx.jabber.org/streams";
  public static final String STANZA_ERRORS = "urn:ietf:params:xml:ns:xmpp-stanzas";
  public static final String DISCO_INFO = "http://jabber.org/protocol/disco#info";
  public static final String DISCO_ITEMS = "http://jabber.org/protocol/disco#items";
  public static final String CAPS = "http://jabber.org/protocol/caps";
  public static final String PING = "urn:xmpp:ping";
  public static final String DATA = "jabber:x:data";

  /** Kestrel's, as the paper prints them. The first is also the feature a worker must have. */
  public static final String KESTREL_TASKS = "kestrel:tasks";

  public static final String KESTREL_CAPABILITIES = "kestrel:tasks:capabilities";
  public static final String KESTREL_JOB = "kestrel:job";
  public static final String KESTREL_TASK = "kestrel:task";
  public static final String KESTREL_STATUS = "kestrel:status";

  /** Ours: a worker's own words about itself, in its presence. */
  public static final String WORKER = "windhover:worker";

  /** Ours: what Kestrel's order does not carry. */
  public static final String ORDER = "windhover:order";

  /** Ours: several tasks or results in one stanza. */
  public static final String BATCH = "windhover:batch";

  /** Ours: a whole job, in parts that fit a stock server's limits. */
  public static final String JOB = "windhover:job";

  /** Ours: questions of the command line, answered in JSON. */
  public static final String POOL = "windhover:pool";

  private Namespaces() {}
}
