package io.windhover.virtual;

import io.windhover.store.RequestDesk;
import io.windhover.store.Store;
import io.windhover.store.StoreView;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;

/** Kills the manager in the midst of a turn: just before or after a commit, before a message. */
public final class Reaper {
  /** How many more commits and messages pass until the manager dies; -1 for never. */
  private int deathIn = -1;

  private int kills;

  /** The manager dies at the point of its turn that comes after so many others. */
  public void killAfter(int points) {
    deathIn = points;
  }

  public int kills() {
    return kills;
  }

  /** Called before the manager says something. */
  public void beforeMessage() {
    pass("before a message");
  }

  private void pass(String when) {
    if (deathIn >= 0 && deathIn-- == 0) {
      kills++;
      throw new ManagerKilled(when);
    }
  }

  private static boolean isEmpty(Object entries) {
    return entries instanceof List<?> list && list.isEmpty();
  }

  /** A store around which the process may die. */
  public Store around(Store store) {
    Class<?>[] faces = {Store.class, StoreView.class, RequestDesk.class};
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            faces,
            (proxy, method, arguments) -> {
              boolean commit = method.getName().equals("append") && !isEmpty(arguments[0]);
              if (commit) {
                pass("before a commit");
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                if (commit) {
                  pass("after a commit");
                }
              }
            });
  }
}
