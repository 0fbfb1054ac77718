package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.port.TokenBook;
import io.windhover.app.settings.ManagerConfig;
import io.windhover.app.state.PrivateFolder;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.xmpp.Jid;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tokens by which workers and people are known at a manager's own port. */
@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {
      "Makes, lists and revokes the tokens by which workers and people are known at a manager's own"
          + " port. It is run where the manager's state is; a manager that runs notices within a"
          + " second.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover token make worker-1@pool --out worker-1.token",
      "  windhover token list",
      "  windhover token revoke worker-1@pool      all of an account, and its connections end",
      "  windhover token revoke 5b0c17d2a9         one, by its id"
    },
    subcommands = {TokenCommand.Make.class, TokenCommand.Listing.class, TokenCommand.Revoke.class})
public final class TokenCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Override
  public Integer call() {
    command.commandLine().usage(command.commandLine().getOut());
    return ExitCode.DONE.number();
  }

  /** Whose tokens. */
  private abstract static class OfManager implements Callable<Integer> {
    @Spec CommandSpec command;

    @Option(
        names = "--config",
        paramLabel = "FILE",
        defaultValue = "manager.yaml",
        description = "The manager's settings; ${DEFAULT-VALUE} by default.")
    private Path config;

    @Option(
        names = "--dir",
        paramLabel = "DIR",
        description = "State folder, instead of that there.")
    private @Nullable Path dir;

    private Path folder() {
      return dir == null ? ManagerConfig.read(config).dir() : dir;
    }

    /** Also before the manager's first start. */
    TokenBook bookOrNew() {
      PrivateFolder.make(folder());
      return new TokenBook(folder());
    }

    TokenBook book() {
      Path folder = folder();
      if (!Files.isDirectory(folder)) {
        throw new CommandFailure(
            ExitCode.BAD_INPUT, folder + " is not there; expected a manager's state folder");
      }
      return new TokenBook(folder);
    }
  }

  /** Makes one. */
  @Command(
      name = "make",
      mixinStandardHelpOptions = true,
      description = "Makes a token for an account and writes it to a file of mode 0600.")
  static final class Make extends OfManager {
    @Parameters(index = "0", paramLabel = "ACCOUNT", description = "Such as worker-1@pool.")
    private String account;

    @Option(
        names = "--out",
        paramLabel = "FILE",
        required = true,
        description = "Where the token goes; it is written nowhere else, and not over a file.")
    private Path out;

    @Override
    public Integer call() {
      Jid who =
          Jid.parse(account)
              .filter(jid -> !jid.local().isEmpty() && jid.resource().isEmpty())
              .filter(jid -> !PortProtocol.isMachine(jid))
              .orElseThrow(
                  () ->
                      new CommandFailure(
                          ExitCode.BAD_INPUT,
                          account + " is not an account; expected one like worker-1@pool"));
      TokenBook book = bookOrNew();
      try {
        Files.createFile(
            out,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        TokenBook.Made made = book.make(who.toString(), Instant.now());
        Files.writeString(out, made.token() + "\n");
        command
            .commandLine()
            .getOut()
            .printf("token %s of %s is in %s%n", made.entry().id(), who, out);
      } catch (FileAlreadyExistsException e) {
        throw new CommandFailure(ExitCode.BAD_INPUT, "--out: " + out + " is there already", e);
      } catch (IOException e) {
        throw new CommandFailure(ExitCode.IMPOSSIBLE, "--out: " + out + ": " + e, e);
      }
      return ExitCode.DONE.number();
    }
  }

  /** Lists them. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description =
          "Lists tokens: id, account, when it was made. The tokens themselves are not kept.")
  static final class Listing extends OfManager {
    @Override
    public Integer call() {
      for (TokenBook.Entry entry : book().entries()) {
        command
            .commandLine()
            .getOut()
            .printf("%s  %s  %s%n", entry.id(), entry.made(), entry.account());
      }
      return ExitCode.DONE.number();
    }
  }

  /** Takes back. */
  @Command(
      name = "revoke",
      mixinStandardHelpOptions = true,
      description = "Takes back a token, or all of an account; their connections end.")
  static final class Revoke extends OfManager {
    @Parameters(index = "0", paramLabel = "ID|ACCOUNT", description = "As token list shows it.")
    private String which;

    @Override
    public Integer call() {
      List<TokenBook.Entry> gone = book().revoke(which);
      if (gone.isEmpty()) {
        throw new CommandFailure(
            ExitCode.BAD_INPUT, "there is no token " + which + "; windhover token list shows all");
      }
      for (TokenBook.Entry entry : gone) {
        command.commandLine().getOut().printf("revoked %s of %s%n", entry.id(), entry.account());
      }
      return ExitCode.DONE.number();
    }
  }
}
