package io.windhover.policies.workflow.justintime;

/** Where everything fits and nothing is scarce; what is ordered does not come by itself. */
class EasyOrders implements Orders {
  @Override
  public boolean isScarce() {
    return false;
  }

  @Override
  public boolean hasRoom(Task task, Vm vm) {
    return true;
  }

  @Override
  public boolean canLaunch(int type) {
    return true;
  }

  @Override
  public Vm launch(int type) {
    throw new IllegalStateException("nothing is rented here");
  }

  @Override
  public void start(Task task, Lane lane) {}

  @Override
  public void release(Vm vm) {}

  @Override
  public void wakeAt(long atMillis) {}

  @Override
  public long lagMarginMillis() {
    return 0;
  }
}
