package io.windhover.app.bench.pool;

import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes accounts for {@link PoolLoad} on a private server and writes them down for it.
 *
 * <p>Arguments: kind of server, its folder, manager's domain, how many, the file to write.
 */
public final class LoadAccounts {
  private LoadAccounts() {}

  public static void main(String[] args) throws IOException {
    ServerKind kind = ServerKind.parse(args[0]).orElseThrow();
    // Not closed: the server belongs to others and goes on.
    PrivateServer server = PrivateServer.prepare(kind, Path.of(args[1]), args[2]);
    List<String> names =
        IntStream.range(0, Integer.parseInt(args[3])).mapToObj(i -> "worker-load" + i).toList();
    server.accounts(names);
    List<String> lines = new ArrayList<>(names.size());
    for (String name : names) {
      lines.add(name + " " + Files.readString(server.account(name)).trim());
    }
    Path file = Path.of(args[4]);
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(file, lines);
  }
}
