package io.windhover.app.settings;

import io.windhover.host.SecretFile;
import io.windhover.wire.port.PortProtocol;
import io.windhover.workload.Node;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** One map of a file of settings, whose values are addresses, files and spans. */
final class ConfigSection {
  private static final Pattern DOMAIN =
      Pattern.compile("[\\p{L}\\p{N}](?:[\\p{L}\\p{N}.-]{0,253}[\\p{L}\\p{N}])?");
  private static final Pattern LOCAL = Pattern.compile("[^@/\\s\"&'<>:]{1,1023}");

  /** What people call a secret that they are about to write where it does not belong. */
  private static final Set<String> SECRETS =
      Set.of("password", "passwd", "pass", "secret", "token", "key");

  private final ConfigFile file;
  private final Node.Fields node;
  private final Section section;
  private final boolean holdsSecret;

  /**
   * @param path of the section; empty for the whole file
   * @param what it is, for the complaint about a field that is not known
   * @param secretField the field that names the file of the secret; empty when there is none
   */
  ConfigSection(
      ConfigFile file,
      Node.Fields node,
      String path,
      List<String> known,
      String what,
      String secretField) {
    this.file = file;
    this.node = node;
    List<Node.Field> proper = new ArrayList<>();
    for (Node.Field field : node.fields()) {
      if (!secretField.isEmpty() && SECRETS.contains(field.name().toLowerCase(Locale.ROOT))) {
        String name = path.isEmpty() ? field.name() : path + "." + field.name();
        file.problems.add(
            field.line(),
            name,
            "secrets do not belong in this file; put it on the first line of a file of mode 0600"
                + " and say "
                + secretField
                + ": THAT-FILE");
      } else {
        proper.add(field);
      }
    }
    this.holdsSecret = proper.size() < node.fields().size();
    this.section =
        new Section(new Node.Fields(node.line(), proper), path, known, what, file.problems);
  }

  Optional<Node> value(String name) {
    return section.value(name);
  }

  String path(String name) {
    return section.path(name);
  }

  /** The value of a field that must be there. */
  private Optional<Node> required(String name, String expected) {
    if (section.lacks(name)) {
      file.problems.add(node.line(), path(name), "is missing; expected " + expected);
    }
    return value(name);
  }

  /** A domain in small letters; empty, with a complaint, when there is none. */
  String domain(String name, String example) {
    String expected = "a domain like " + example;
    return required(name, expected)
        .map(n -> checked(n, name, DOMAIN.matcher(text(n)).matches(), "a domain", expected))
        .orElse("");
  }

  /** The manager's own domain; at a port of its own it always has the same. */
  String managerDomain(String name, ServerAddress server) {
    return server.https() && value(name).isEmpty()
        ? PortProtocol.DOMAIN
        : domain(name, "manager.example.org");
  }

  /** A bare JID in small letters; empty, with a complaint, when there is none. */
  String account(String name, String example) {
    String expected = "an account like " + example;
    return required(name, expected)
        .map(n -> checked(n, name, isAccount(text(n)), "an account", expected))
        .orElse("");
  }

  private static boolean isAccount(String text) {
    int at = text.indexOf('@');
    return at > 0
        && LOCAL.matcher(text.substring(0, at)).matches()
        && DOMAIN.matcher(text.substring(at + 1)).matches();
  }

  private String checked(Node n, String name, boolean good, String what, String expected) {
    if (good) {
      return text(n).toLowerCase(Locale.ROOT);
    }
    wrong(n, name, Shown.node(n) + " is not " + what + "; expected " + expected);
    return "";
  }

  /** An XMPP server's, or of a manager's own port. */
  ServerAddress poolServer(String name, String usualHost) {
    int usualPort = ServerAddress.CLIENT_PORT;
    return server(
        name,
        new ServerAddress(usualHost, usualPort),
        text -> ServerAddress.parseAny(text, usualPort));
  }

  /** SHA-256 of a certificate, in hexadecimal. */
  Optional<String> fingerprint(String name) {
    Optional<Node> written = value(name);
    Optional<String> digits = written.map(n -> text(n).replace(":", "").toLowerCase(Locale.ROOT));
    if (digits.isPresent() && !digits.get().matches("[0-9a-f]{64}")) {
      wrong(
          written.orElse(node),
          name,
          Shown.node(written.orElse(node)) + " is no SHA-256; expected 64 hexadecimal digits");
    }
    return digits;
  }

  ServerAddress server(String name, String usualHost, int usualPort) {
    return server(
        name,
        new ServerAddress(usualHost, usualPort),
        text -> ServerAddress.parse(text, usualPort));
  }

  private ServerAddress server(
      String name, ServerAddress usual, Function<String, Optional<ServerAddress>> parser) {
    Optional<Node> written = value(name);
    if (written.isEmpty()) {
      return usual;
    }
    Optional<ServerAddress> address = parser.apply(text(written.get()));
    if (address.isEmpty()) {
      wrong(
          written.get(),
          name,
          Shown.node(written.get())
              + " is not an address; expected host:port like xmpp.example.org:"
              + usual.port()
              + (text(written.get()).startsWith("http:") ? ", or https://host:port" : ""));
    }
    return address.orElse(usual);
  }

  /**
   * The file of a secret that must be there.
   *
   * @param check whether to complain now about a file that cannot be used
   */
  SecretFile secret(String name, boolean check) {
    Optional<Node> written =
        holdsSecret ? value(name) : required(name, "the name of a file of mode 0600");
    Path named = written.map(n -> path(n, name)).orElse(Path.of(""));
    int line = written.orElse(node).line();
    var secret = new SecretFile(named, file.path + ":" + line + ": " + path(name));
    if (check && written.isPresent()) {
      secret.trouble().ifPresent(why -> wrong(written.get(), name, why));
    }
    return secret;
  }

  /** A certificate to trust; it must be there. */
  Optional<Path> certificate(String name) {
    Optional<Node> written = value(name);
    Optional<Path> named = written.map(n -> path(n, name));
    if (named.isPresent() && !Files.isReadable(named.get())) {
      wrong(
          written.orElse(node),
          name,
          named.get() + " cannot be read; expected a file of certificates in PEM");
    }
    return named;
  }

  Path folder(String name, String usual) {
    return value(name).map(n -> path(n, name)).orElseGet(() -> file.resolve(usual));
  }

  private Path path(Node n, String name) {
    String written = file.values.written(n, path(name));
    try {
      if (!written.isBlank()) {
        return file.resolve(written);
      }
      wrong(n, name, Shown.node(n) + " is no name of a file");
    } catch (InvalidPathException e) {
      wrong(
          n, name, Shown.node(n) + " is no name of a file in this locale; LC_ALL=C.UTF-8 has all");
    }
    return Path.of("");
  }

  long spanMillis(String name, long usualMillis, long minMillis, long maxMillis) {
    Optional<Node> written = value(name);
    if (written.isEmpty()) {
      return usualMillis;
    }
    long millis =
        minMillis == 0
            ? file.values.spanOrNoneMillis(written.get(), path(name))
            : file.values.spanMillis(written.get(), path(name));
    if (millis > 1 && (millis < minMillis || millis > maxMillis)) {
      wrong(
          written.get(),
          name,
          "%s is out of range; expected from %ds to %ds"
              .formatted(Shown.node(written.get()), minMillis / 1_000, maxMillis / 1_000));
    }
    return millis;
  }

  /** A whole number from 0 up. */
  int whole(String name, int usual, int max) {
    return value(name).map(n -> file.values.whole(n, path(name), 0, max)).orElse(usual);
  }

  /** A list, or one value that stands for a list of one. */
  List<Node> items(String name) {
    return value(name)
        .map(n -> n instanceof Node.Items list ? list.items() : List.of(n))
        .orElse(List.of());
  }

  String word(String name, List<String> words, String usual) {
    return value(name).map(n -> file.values.oneOf(n, path(name), words)).orElse(usual);
  }

  int line() {
    return node.line();
  }

  void wrong(Node n, String name, String message) {
    file.values.wrong(n, path(name), message);
  }

  private static String text(Node n) {
    return n instanceof Node.Text text ? text.text() : "";
  }
}
