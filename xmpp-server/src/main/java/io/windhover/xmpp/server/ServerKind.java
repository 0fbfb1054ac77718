package io.windhover.xmpp.server;

import io.windhover.host.InstalledPrograms;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** The server programs we know how to run. */
public enum ServerKind {
  /** Starts in a fraction of a second. */
  PROSODY("prosody"),
  /** Carries the largest pools, and notices clients that froze without stream management. */
  EJABBERD("ejabberdctl");

  private final String command;

  ServerKind(String command) {
    this.command = command;
  }

  /** The kind of this name, in any case. */
  public static Optional<ServerKind> parse(String name) {
    for (ServerKind kind : values()) {
      if (kind.packageName().equals(name.toLowerCase(Locale.ROOT))) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /** The Debian package that brings it; also its name on our command line. */
  public String packageName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean installed() {
    return InstalledPrograms.find(command).isPresent();
  }

  /** What to tell a person who has not installed it. */
  public String missing() {
    return packageName() + " is not installed; as root: apt-get install " + packageName();
  }

  Path program() {
    return InstalledPrograms.find(command).orElseThrow(() -> new ServerFailure(missing()));
  }

  Recipe recipe(ServerFolder folder) {
    return switch (this) {
      case PROSODY -> new ProsodyRecipe(folder, program());
      case EJABBERD -> new EjabberdRecipe(folder, program());
    };
  }
}
