package io.windhover.app.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.app.CommandFailure;
import io.windhover.app.Typed;
import io.windhover.http.tls.IdentityFiles;
import io.windhover.store.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in at a port, from what lies in the manager's state folder. */
final class TokenBookTest {
  @TempDir private Path home;

  @Test
  void aCopyOfTheStateLetsInWhomTheManagerDid() throws IOException {
    Path state = home.resolve("state");
    try (var folder = StateFolder.acquire(state, "windhover manager")) {
      folder.createDatabase().close();
    }
    String token = new TokenBook(state).make("alice@pool", Instant.EPOCH).token();
    String fingerprint = identity(state).readOrMake(List.of("localhost")).fingerprint();
    Path copy = home.resolve("copy");
    Typed backup = Typed.here("backup", "--dir", state.toString(), copy.toString());
    assertThat(backup.exit()).as(backup.err()).isZero();
    assertThat(new TokenBook(copy).find(token))
        .map(TokenBook.Entry::account)
        .contains("alice@pool");
    assertThat(identity(copy).read().fingerprint()).isEqualTo(fingerprint);
    for (String secret : List.of(TokenBook.FILE, ManagerPort.KEY)) {
      assertThat(Files.getPosixFilePermissions(copy.resolve(secret)))
          .isEqualTo(Files.getPosixFilePermissions(state.resolve(secret)));
    }
  }

  private static IdentityFiles identity(Path folder) {
    return new IdentityFiles(
        folder.resolve(ManagerPort.CERTIFICATE), folder.resolve(ManagerPort.KEY));
  }

  @Test
  void whatCannotBeReadRevokesNobodyAndIsSaidOnce() throws IOException {
    TokenBook.Made made = new TokenBook(home).make("alice@pool", Instant.EPOCH);
    Path file = home.resolve(TokenBook.FILE);
    byte[] good = Files.readAllBytes(file);
    List<String> complaints = new ArrayList<>();
    TokenBook running = TokenBook.steady(home, complaints::add);
    assertThat(running.find(made.token())).isPresent();

    Files.write(file, new byte[] {(byte) 0xc3, 0x28, (byte) 0xff});
    assertThat(running.holds(made.entry().id())).isTrue();
    assertThat(running.find(made.token())).isPresent();
    assertThat(complaints).hasSize(1);
    assertThat(complaints.get(0)).contains(file.toString(), "known so far");
    assertThatThrownBy(() -> new TokenBook(home).entries())
        .as("a command says so and ends")
        .isInstanceOf(CommandFailure.class);

    Files.write(file, good);
    assertThat(new TokenBook(home).revoke("Alice@pool")).hasSize(1);
    assertThat(running.holds(made.entry().id())).isFalse();
    assertThat(complaints).hasSize(1);
  }

  /** Root makes a token beside a manager that runs as somebody else. */
  @Test
  void theBookBelongsToWhoseFolderItIs() throws IOException {
    if (System.getProperty("user.name").equals("root")) {
      UserPrincipal other =
          home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
      Files.setOwner(home, other);
    }
    new TokenBook(home).make("alice@pool", Instant.EPOCH);
    assertThat(Files.getOwner(home.resolve(TokenBook.FILE))).isEqualTo(Files.getOwner(home));
  }
}
