package io.windhover.depot.checkpoint;

import io.windhover.depot.Depot;
import io.windhover.depot.DepotFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A depot whose user dies at one of its calls: before it, or after it took effect but before the
 * answer was heard.
 */
final class FaultyDepot implements Depot {
  private final Depot real;
  private int callsLeft;
  private final boolean afterIt;

  FaultyDepot(Depot real, int calls, boolean afterIt) {
    this.real = real;
    this.callsLeft = calls;
    this.afterIt = afterIt;
  }

  private void before() throws DepotFailure {
    if (--callsLeft == 0 && !afterIt) {
      throw new DepotFailure("died before the call");
    }
  }

  private <T> T after(T answer) throws DepotFailure {
    if (callsLeft == 0 && afterIt) {
      throw new DepotFailure("died after the call");
    }
    return answer;
  }

  @Override
  public void put(String key, Path file) throws DepotFailure {
    before();
    real.put(key, file);
    after(true);
  }

  @Override
  public boolean create(String key, byte[] text) throws DepotFailure {
    before();
    return after(real.create(key, text));
  }

  @Override
  public Optional<byte[]> read(String key) throws DepotFailure {
    before();
    return after(real.read(key));
  }

  @Override
  public boolean fetch(String key, Path file) throws DepotFailure {
    before();
    return after(real.fetch(key, file));
  }

  @Override
  public List<String> list(String prefix) throws DepotFailure {
    before();
    return after(real.list(prefix));
  }

  @Override
  public void remove(String key) throws DepotFailure {
    before();
    real.remove(key);
    after(true);
  }
}
