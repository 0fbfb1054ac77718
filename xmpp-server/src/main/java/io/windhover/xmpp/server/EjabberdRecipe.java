package io.windhover.xmpp.server;

import io.windhover.host.InstalledPrograms;
import io.windhover.host.PrivateFiles;
import io.windhover.host.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * ejabberd, started by Erlang itself: the ejabberdctl of the package changes the user and wants a
 * node name and a name service. Ours is a node without a name, which no other can clash with or
 * connect to. Accounts come as files in a folder that a few lines of Erlang look into; who may
 * write there is decided by the file system, and no password is on a command line or a port.
 */
final class EjabberdRecipe implements Recipe {
  private static final Pattern LIBRARIES =
      Pattern.compile("^ERL_LIBS='?\"?([^'\"\n]+)", Pattern.MULTILINE);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long LOOK_MILLIS = 20;

  private final ServerFolder folder;
  private final Path ejabberdctl;

  EjabberdRecipe(ServerFolder folder, Path ejabberdctl) {
    this.folder = folder;
    this.ejabberdctl = ejabberdctl;
  }

  private Path settings() {
    return folder.root().resolve("ejabberd.yml");
  }

  private Path accountsScript() {
    return folder.root().resolve("accounts.erl");
  }

  private Path requests() throws IOException {
    return PrivateFiles.folder(folder.root().resolve("requests"));
  }

  @Override
  public void writeSettings(Ports ports, String managerDomain) throws IOException {
    Path both = folder.root().resolve("key-and-certificate.pem");
    PrivateFiles.write(
        both, Files.readString(folder.key()) + Files.readString(folder.certificate()));
    String text =
        Template.read("ejabberd.yml")
            // As seen from its folder: a name with other letters than ASCII is not found.
            .with("CERTIFICATE", yaml(both.getFileName().toString()))
            .with("DOMAIN", yaml(ServerFolder.DOMAIN))
            .with("MANAGER", yaml(managerDomain))
            .with("SECRET", yaml(folder.readSecret()))
            .with("C2S_PORT", Integer.toString(ports.c2s()))
            .with("COMPONENT_PORT", Integer.toString(ports.component()))
            .text();
    PrivateFiles.write(settings(), text);
    PrivateFiles.write(accountsScript(), Template.read("accounts.erl").text());
  }

  @Override
  public List<String> command() {
    Path erl =
        InstalledPrograms.find("erl")
            .orElseThrow(
                () -> new ServerFailure("erl not found; " + ServerKind.EJABBERD.missing()));
    return List.of(
        erl.toString(),
        "-noinput",
        "+fnu", // names of files are UTF-8 whatever the language of the system
        "+P",
        "250000",
        "+Q",
        "65536",
        "+sbwt", // idle cores are for the tasks, not for waiting busily
        "none",
        "+sbwtdcpu",
        "none",
        "+sbwtdio",
        "none",
        "-mnesia",
        "dir",
        "\"data\"",
        "-s",
        "ejabberd",
        "-eval",
        "ok = file:eval(\"accounts.erl\").");
  }

  @Override
  public Map<String, String> environment() {
    var environment = new TreeMap<String, String>();
    environment.put("EJABBERD_CONFIG_PATH", settings().toString());
    environment.put("EJABBERD_LOG_PATH", folder.log().toString());
    environment.put("ERL_CRASH_DUMP", folder.root().resolve("erl_crash.dump").toString());
    environment.put("HOME", folder.root().toString());
    libraries().ifPresent(found -> environment.put("ERL_LIBS", found));
    return environment;
  }

  /** Where the package keeps ejabberd's code differs by architecture; its script knows. */
  private Optional<String> libraries() {
    try {
      Matcher found = LIBRARIES.matcher(Files.readString(ejabberdctl));
      return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  @Override
  public void addAccounts(Map<String, String> passwords, boolean running) throws IOException {
    String text =
        passwords.entrySet().stream()
            .map(account -> account.getKey() + " " + account.getValue() + "\n")
            .collect(Collectors.joining());
    Path request = requests().resolve(PrivateFiles.secret() + ".accounts");
    PrivateFiles.write(request, text);
    if (running) {
      await(request);
    }
  }

  /**
   * Its ports answer before it can serve them. It looks for requests when all of it is up, so an
   * empty one that was taken says so.
   */
  @Override
  public void awaitReady() throws IOException {
    PrivateFiles.write(requests().resolve("ready.accounts"), "");
    List<Path> waiting;
    try (Stream<Path> files = Files.list(requests())) {
      waiting = files.filter(file -> file.toString().endsWith(".accounts")).toList();
    }
    for (Path request : waiting) {
      await(request);
    }
  }

  /** The server removes a request when its accounts are safely on disk. */
  private void await(Path request) throws IOException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (Files.exists(request)) {
      Optional<ProcessMark> server = ProcessMark.read(folder.pid());
      if (System.nanoTime() > until || server.filter(ProcessMark::isRunning).isEmpty()) {
        throw new ServerFailure("ejabberd takes no accounts; it said:" + folder.lastWords());
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailure("interrupted while accounts were made", e);
    }
  }

  private static String yaml(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
