package io.windhover.app.pool.local;

import io.windhover.app.port.TokenBook;
import io.windhover.app.state.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The tokens of a pool's workers and its user, a file for each in the folder {@code tokens}. A
 * token is made once and kept; when its file is gone, or the manager's book no longer has it,
 * another is made.
 */
final class PoolTokens {
  private final Path folder;
  private final String domain;
  private final TokenBook book;

  PoolTokens(PoolFolder pool, String domain) {
    this.folder = pool.root().resolve("tokens");
    this.domain = domain;
    this.book = new TokenBook(pool.state(PoolFolder.MANAGER));
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  /** Makes those that are missing, thousands within a second. */
  void provide(List<String> names) throws IOException {
    PrivateFolder.make(folder);
    var missing = new ArrayList<String>();
    for (String name : names) {
      if (!isGood(name)) {
        missing.add(name);
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    List<TokenBook.Made> made =
        book.make(missing.stream().map(this::account).toList(), Instant.now());
    for (int i = 0; i < made.size(); i++) {
      Files.writeString(PrivateFolder.file(file(missing.get(i))), made.get(i).token() + "\n");
    }
  }

  private boolean isGood(String name) throws IOException {
    return Files.exists(file(name))
        && book.find(Files.readString(file(name)).strip())
            .filter(entry -> entry.account().equals(account(name)))
            .isPresent();
  }

  private String account(String name) {
    return name + "@" + domain;
  }
}
