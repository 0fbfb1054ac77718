package io.windhover.capacity.testkit;

/** The contract can be kept. */
class ShelfContractTest extends SourceContract {
  @Override
  protected MachinePlace place() {
    return new ShelfPlace();
  }
}
