package io.windhover.wire.xmpp;

import static io.windhover.wire.xmpp.Namespaces.PING;
import static io.windhover.wire.xmpp.Namespaces.WORKER;
import static java.util.stream.Collectors.joining;

import io.windhover.wire.AttemptRef;
import io.windhover.wire.Held;
import io.windhover.wire.ToManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A worker's own words in its presence: {@code <worker xmlns="windhover:worker" session=.. cores=..
 * free=.. memory=.. ahead=..>37/99#2</worker>}. Kestrel's workers send none. A rented machine also
 * says {@code lease} and {@code proof}; the welcome answers with {@code <welcome key=../>}.
 *
 * @param session new with every start of the worker
 * @param free cores with nothing to do
 * @param ahead orders it takes before it has room for them
 * @param held attempts that run or whose report was not acknowledged
 * @param leaving whether it goes for good: what it held is over
 * @param lease by which its machine was rented; empty for one that came by itself
 * @param proof that it is the machine of that lease, a secret
 */
public record WorkerText(
    String session,
    int cores,
    int free,
    long memoryBytes,
    int ahead,
    List<AttemptRef> held,
    boolean leaving,
    String lease,
    String proof) {
  private static final Pattern REF = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})#([0-9]{1,9})");

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{1,16}");

  private static final Pattern LEASE_WORD = Pattern.compile("[A-Za-z0-9._-]{1,128}");

  private static final String ORIGINS = "origins";

  private static final String SLEPT = "slept";

  /** In the place of an origin that is not known. */
  private static final String NONE = "-";

  private static final int SESSION_MAX = 100;
  private static final int AHEAD_MAX = 1_000;

  public WorkerText {
    held = List.copyOf(held);
  }

  /** Of a machine that was not rented. */
  public WorkerText(
      String session,
      int cores,
      int free,
      long memoryBytes,
      int ahead,
      List<AttemptRef> held,
      boolean leaving) {
    this(session, cores, free, memoryBytes, ahead, held, leaving, "", "");
  }

  /** Without the proof, which is a secret. */
  @Override
  public String toString() {
    return "worker of session %s, %d cores, holds %s%s"
        .formatted(session, cores, held, lease.isEmpty() ? "" : ", lease " + lease);
  }

  public Xml write() {
    StringBuilder refs = new StringBuilder();
    held.forEach(ref -> refs.append(refs.length() == 0 ? "" : " ").append(ref));
    Xml worker =
        Xml.text("worker", WORKER, refs.toString())
            .with("session", session)
            .with("cores", cores)
            .with("free", free)
            .with("memory", memoryBytes);
    String origins = origins();
    worker = origins.isEmpty() ? worker : worker.with(ORIGINS, origins);
    worker = ahead > 0 ? worker.with("ahead", ahead) : worker;
    worker = lease.isEmpty() ? worker : worker.with("lease", lease).with("proof", proof);
    return leaving ? worker.with("leaving", "true") : worker;
  }

  /** Of the attempts held: one for all, or one for each in their order; none at all if none has. */
  private String origins() {
    List<String> all = held.stream().map(AttemptRef::origin).toList();
    List<String> different = all.stream().distinct().toList();
    if (different.size() <= 1) {
      return different.isEmpty() ? "" : different.get(0);
    }
    return all.stream().map(origin -> origin.isEmpty() ? NONE : origin).collect(joining(" "));
  }

  public static WorkerText read(Xml worker) throws BadStanza {
    String session = worker.attribute("session");
    if (session.isEmpty() || session.length() > SESSION_MAX) {
      throw new BadStanza("a worker's session is a text of 1 to " + SESSION_MAX + " characters");
    }
    int cores = (int) TaskText.number(worker, "cores", 1, 1_000_000);
    if (cores == 0) {
      throw new BadStanza("a worker has at least one core");
    }
    return new WorkerText(
        session,
        cores,
        (int) TaskText.number(worker, "free", cores, 1_000_000),
        TaskText.number(worker, "memory", 0, Long.MAX_VALUE),
        (int) TaskText.number(worker, "ahead", 0, AHEAD_MAX),
        held(words(worker.text()), words(worker.attribute(ORIGINS))),
        worker.attribute("leaving").equals("true"),
        leaseWord(worker, "lease"),
        leaseWord(worker, "proof"));
  }

  /** A word of a lease; what is wrong with a secret is said without it. */
  private static String leaseWord(Xml element, String attribute) throws BadStanza {
    String word = element.attribute(attribute);
    if (!word.isEmpty() && !LEASE_WORD.matcher(word).matches()) {
      throw new BadStanza(
          "a worker's %s has 1 to 128 letters, digits, dots, dashes and underscores"
              .formatted(attribute));
    }
    return word;
  }

  /** What a welcome holds for the machine of a lease: the key it is known by from now on. */
  public static Xml welcome(String sessionKey) {
    return Xml.of("welcome", WORKER).with("key", sessionKey);
  }

  /** The key in a welcome; empty where there is none, or none that could be one. */
  public static String sessionKey(Stanza welcome) {
    return welcome
        .in(WORKER)
        .filter(xml -> xml.is("welcome", WORKER))
        .map(xml -> xml.attribute("key"))
        .filter(key -> LEASE_WORD.matcher(key).matches())
        .orElse("");
  }

  /** Whether this can be the id of a lease, or a secret of one. */
  public static boolean isLeaseWord(String text) {
    return LEASE_WORD.matcher(text).matches();
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.trim().split("\\s+", -1));
  }

  private static List<AttemptRef> held(List<String> refs, List<String> origins) throws BadStanza {
    if (origins.size() > 1 && origins.size() != refs.size()) {
      throw new BadStanza("origins has one word for all attempts held, or one for each");
    }
    List<AttemptRef> held = new ArrayList<>();
    for (String word : refs) {
      String origin = origins.isEmpty() ? NONE : origins.get(origins.size() == 1 ? 0 : held.size());
      held.add(ref(word, origin.equals(NONE) ? "" : TaskText.origin(origin)));
    }
    return held;
  }

  /** A ping (XEP-0199) that says which attempts its sender holds, if it does. */
  public static Xml ping(Held held) {
    Xml ping = Xml.of("ping", PING);
    return held.isSaid()
        ? ping.with(
            Xml.of("held", WORKER)
                .with("count", held.count())
                .with("digest", Long.toHexString(held.digest())))
        : ping;
  }

  /** A ping that also says how long the machine stood still; who does not know that passes over. */
  public static Xml sleptPing(Held held, ToManager.Slept slept) {
    return ping(held)
        .with(
            Xml.of(SLEPT, WORKER).with("from", slept.fromMillis()).with("millis", slept.millis()));
  }

  /** How long the machine of who pings has stood still, if it says so. */
  public static Optional<ToManager.Slept> slept(Xml ping) throws BadStanza {
    Optional<Xml> slept = ping.children().stream().filter(xml -> xml.is(SLEPT, WORKER)).findFirst();
    if (slept.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ToManager.Slept(
            TaskText.number(slept.get(), "from", 0, Long.MAX_VALUE),
            TaskText.number(slept.get(), "millis", 0, Long.MAX_VALUE)));
  }

  /** What a ping says of it; nothing is said in one of a worker that is not ours. */
  public static Held held(Xml ping) throws BadStanza {
    Optional<Xml> held = ping.children().stream().filter(xml -> xml.is("held", WORKER)).findFirst();
    if (held.isEmpty()) {
      return Held.UNSAID;
    }
    String digest = held.get().attribute("digest");
    if (!DIGEST.matcher(digest).matches()) {
      throw new BadStanza("a digest is a number of up to 16 hexadecimal digits");
    }
    int count = (int) TaskText.number(held.get(), "count", 0, Integer.MAX_VALUE);
    return new Held(count, Long.parseUnsignedLong(digest, 16));
  }

  private static AttemptRef ref(String word, String origin) throws BadStanza {
    Matcher parts = REF.matcher(word);
    if (!parts.matches()) {
      throw new BadStanza("an attempt is written like 37/99#2, not " + word);
    }
    return new AttemptRef(
        Integer.parseInt(parts.group(1)),
        Integer.parseInt(parts.group(2)),
        Integer.parseInt(parts.group(3)),
        origin);
  }
}
