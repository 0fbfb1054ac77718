package io.windhover.xmpp.server;

import io.windhover.host.LogTail;
import io.windhover.host.PrivateFiles;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/** What lies where in the folder of a private server. */
record ServerFolder(Path root) {
  static final String DOMAIN = "localhost";
  private static final Pattern LOCAL_PART = Pattern.compile("[a-z0-9][a-z0-9._-]{0,199}");

  static ServerFolder at(Path folder) throws IOException {
    Path root = PrivateFiles.folder(folder.toAbsolutePath().normalize());
    PrivateFiles.folder(root.resolve("passwords"));
    PrivateFiles.folder(root.resolve("data"));
    return new ServerFolder(root);
  }

  static Optional<ServerKind> kindOf(Path folder) throws IOException {
    Path file = settings(folder);
    return Files.exists(file)
        ? ServerKind.parse(read(file).getProperty("server", ""))
        : Optional.empty();
  }

  private static Path settings(Path folder) {
    return folder.resolve("server.properties");
  }

  private static Properties read(Path file) throws IOException {
    var properties = new Properties();
    properties.load(new StringReader(Files.readString(file)));
    return properties;
  }

  Path data() {
    return root.resolve("data");
  }

  Path key() {
    return root.resolve("key.pem");
  }

  Path certificate() {
    return root.resolve("certificate.pem");
  }

  Path secret() {
    return root.resolve("component.secret");
  }

  Path pid() {
    return root.resolve("server.pid");
  }

  Path output() {
    return root.resolve("server.out");
  }

  Path log() {
    return root.resolve("server.log");
  }

  /** What the server has said, for a message about its failure. */
  String lastWords() {
    return LogTail.of(List.of(log(), output()));
  }

  Path password(String localPart) {
    if (!LOCAL_PART.matcher(localPart).matches()) {
      throw new IllegalArgumentException(
          "account '" + localPart + "': expected lower-case letters, digits, dots, - and _");
    }
    return root.resolve("passwords").resolve(localPart);
  }

  String readSecret() throws IOException {
    return Files.readString(secret(), StandardCharsets.US_ASCII).strip();
  }

  /** The ports of the folder, as they were chosen when it was made. */
  Ports ports(ServerKind kind, String managerDomain) throws IOException {
    Path file = settings(root);
    if (Files.exists(file)) {
      return kept(file, kind, managerDomain);
    }
    Ports ports = Ports.choose();
    var properties = new Properties();
    properties.setProperty("server", kind.packageName());
    properties.setProperty("manager", managerDomain);
    properties.setProperty("c2s", Integer.toString(ports.c2s()));
    properties.setProperty("component", Integer.toString(ports.component()));
    var text = new StringWriter();
    properties.store(text, null);
    PrivateFiles.write(file, text.toString());
    return ports;
  }

  private Ports kept(Path file, ServerKind kind, String managerDomain) throws IOException {
    Properties properties = read(file);
    require(file, properties, "server", kind.packageName());
    require(file, properties, "manager", managerDomain);
    return new Ports(number(file, properties, "c2s"), number(file, properties, "component"));
  }

  private void require(Path file, Properties properties, String name, String expected) {
    String found = properties.getProperty(name, "nothing");
    if (!found.equals(expected)) {
      throw new ServerFailure(
          root + " belongs to " + name + " " + found + " (" + file + "), not " + expected);
    }
  }

  private static int number(Path file, Properties properties, String name) {
    return Optional.ofNullable(properties.getProperty(name))
        .filter(text -> text.matches("[1-9][0-9]{0,4}"))
        .map(Integer::parseInt)
        .orElseThrow(() -> new ServerFailure(file + " is damaged: " + name + " is no port"));
  }
}
