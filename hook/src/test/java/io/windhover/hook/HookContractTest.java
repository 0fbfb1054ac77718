package io.windhover.hook;

import io.windhover.capacity.testkit.MachinePlace;
import io.windhover.capacity.testkit.SourceContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A hook as a source, by the example whose machines are processes. */
final class HookContractTest extends SourceContract {
  @TempDir private Path folder;

  @Override
  protected MachinePlace place() throws IOException {
    return new ProcessesPlace(folder);
  }
}
