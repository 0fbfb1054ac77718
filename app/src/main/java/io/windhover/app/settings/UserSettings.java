package io.windhover.app.settings;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.core.words.Nearest;
import io.windhover.workload.Node;
import io.windhover.workload.Shown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a user has written down for all commands.
 *
 * @param file where it stands, or would stand
 * @param usual the pool that is meant when none is named; may be empty
 */
public record UserSettings(Path file, SortedMap<String, PoolSettings> pools, String usual) {
  /** Names the file for all commands of a session. */
  public static final String VARIABLE = "WINDHOVER_CONFIG";

  private static final List<String> FIELDS = List.of("pools", "default");

  public UserSettings {
    pools = Collections.unmodifiableSortedMap(new TreeMap<>(pools));
  }

  /**
   * The settings of this user, which may be none at all.
   *
   * @param asked the file of {@code --config}, if that was given
   * @param environment such as {@code System::getenv}
   * @throws CommandFailure when they are wrong, or a file that was asked for is not there
   */
  public static UserSettings load(
      @Nullable Path asked, Function<String, @Nullable String> environment) {
    Optional<Path> named =
        asked == null ? variable(environment, VARIABLE).map(Path::of) : Optional.of(asked);
    if (named.isPresent()) {
      return read(named.get());
    }
    Path usual = usualFile(environment);
    return Files.exists(usual) ? read(usual) : new UserSettings(usual, new TreeMap<>(), "");
  }

  private static Path usualFile(Function<String, @Nullable String> environment) {
    Path home = Path.of(variable(environment, "HOME").orElse(System.getProperty("user.home")));
    // As the base directory specification has it, what is not absolute counts for nothing.
    Path folder =
        variable(environment, "XDG_CONFIG_HOME")
            .map(Path::of)
            .filter(Path::isAbsolute)
            .orElse(home.resolve(".config"));
    return folder.resolve("windhover").resolve("config.yaml");
  }

  private static Optional<String> variable(
      Function<String, @Nullable String> environment, String name) {
    return Optional.ofNullable(environment.apply(name)).filter(value -> !value.isEmpty());
  }

  static UserSettings read(Path path) {
    return ConfigFile.read(path, "a user's settings", UserSettings::read);
  }

  private static UserSettings read(ConfigFile file, Node.Fields fields) {
    var settings = new ConfigSection(file, fields, "", FIELDS, "a user's settings", "");
    SortedMap<String, PoolSettings> pools = new TreeMap<>();
    settings.value("pools").ifPresent(node -> addPools(file, node, pools));
    String usual =
        settings
            .value("default")
            .map(n -> usual(file, n, pools))
            .orElse(pools.size() == 1 ? pools.firstKey() : "");
    return new UserSettings(file.path, pools, usual);
  }

  private static String usual(ConfigFile file, Node node, SortedMap<String, PoolSettings> pools) {
    if (!pools.isEmpty()) {
      return file.values.oneOf(node, "default", List.copyOf(pools.keySet()));
    }
    file.values.wrong(node, "default", Shown.node(node) + " is not there; expected it under pools");
    return "";
  }

  private static void addPools(ConfigFile file, Node node, SortedMap<String, PoolSettings> pools) {
    if (!(node instanceof Node.Fields named)) {
      file.values.wrong(
          node, "pools", Shown.node(node) + " is not a map; expected one of pools by name");
      return;
    }
    for (Node.Field field : named.fields()) {
      String path = "pools." + Shown.field(field.name());
      file.values.name(new Node.Text(field.line(), field.name(), Node.Kind.TEXT), path);
      if (field.value() instanceof Node.Fields pool) {
        pools.put(field.name(), PoolSettings.read(file, field.name(), pool, path));
      } else {
        file.values.wrong(
            field.value(),
            path,
            Shown.node(field.value())
                + " is not a map; expected one with user, passwordFile and manager");
      }
    }
  }

  /**
   * The pool of this name, or the usual one.
   *
   * @throws CommandFailure when there is none
   */
  public PoolSettings pool(@Nullable String name) {
    if (pools.isEmpty()) {
      throw bad(
          Files.exists(file)
              ? "names no pool; expected one under pools"
              : "is not there; expected a file that says which pools there are");
    }
    if (name == null && usual.isEmpty()) {
      throw bad("has no default pool; say which, or name one with --pool");
    }
    String wanted = name == null ? usual : name;
    PoolSettings pool = pools.get(wanted);
    if (pool == null) {
      throw bad("no pool " + Shown.quoted(wanted) + "; " + Nearest.hint(wanted, pools.keySet()));
    }
    return pool;
  }

  private CommandFailure bad(String problem) {
    return new CommandFailure(ExitCode.BAD_INPUT, file + ": " + problem);
  }
}
