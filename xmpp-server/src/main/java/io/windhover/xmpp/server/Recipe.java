package io.windhover.xmpp.server;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** How one kind of server is told what to do. */
interface Recipe {
  /** Writes its settings file anew; its data stay. */
  void writeSettings(Ports ports, String managerDomain) throws IOException;

  /** Runs it in the foreground. */
  List<String> command();

  Map<String, String> environment();

  /**
   * Puts accounts in place: at once, or for a server that is not running, by the time its start is
   * over.
   */
  void addAccounts(Map<String, String> passwords, boolean running) throws IOException;

  /** Waits until a server whose ports answer serves them and knows all accounts. */
  void awaitReady() throws IOException;
}
