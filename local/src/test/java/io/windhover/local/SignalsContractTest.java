package io.windhover.local;

import io.windhover.capacity.testkit.MachinePlace;
import io.windhover.capacity.testkit.SourceContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** This machine as a cloud, by what every user may do. */
final class SignalsContractTest extends SourceContract {
  @TempDir private Path folder;

  @Override
  protected MachinePlace place() {
    return new LocalPlace(folder.resolve("cloud"), Level.SIGNALS);
  }
}
