package io.windhover.depot;

final class FolderDepotTest extends DepotContract {
  @Override
  protected Depot depot() {
    return new FolderDepot(home.resolve("depot"));
  }
}
