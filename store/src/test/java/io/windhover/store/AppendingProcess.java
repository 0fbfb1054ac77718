package io.windhover.store;

import io.windhover.store.Store.Durability;
import io.windhover.store.Store.Snapshot;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Appends as a manager would and says what was acknowledged, until it is killed, fails, has enough
 * or is asked to stop.
 */
final class AppendingProcess {
  private AppendingProcess() {}

  public static void main(String[] arguments) {
    PrintStream out = System.out;
    long most = Long.parseLong(arguments[1]);
    try (StateFolder folder = StateFolder.acquire(Path.of(arguments[0]), "append")) {
      out.println("holding");
      Path database = folder.database();
      try (Store store =
          Files.exists(database) ? SqliteStore.open(database) : SqliteStore.create(database)) {
        appendUntil(store, most, out);
      }
    } catch (StoreException e) {
      out.println(e.kind() + " " + e.getMessage());
    }
    out.println("end");
  }

  private static void appendUntil(Store store, long most, PrintStream out) {
    boolean stop = false;
    for (long next = store.lastSequence() + 1; next <= most && !stop; next++) {
      store.append(
          List.of(StoreContract.entry(next)),
          List.of(StoreContract.succeeded((int) next)),
          next % 100 == 0 ? Durability.POWER_LOSS : Durability.PROCESS_CRASH);
      if (next % 50 == 0) {
        store.saveSnapshot(new Snapshot(next, "state after " + next));
      }
      out.println(next);
      for (Store.Request request : store.pendingRequests()) {
        store.answer(request.id(), "at " + next + ": " + request.body());
        stop |= request.body().equals("stop");
      }
    }
  }
}
