package io.windhover.local;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Where the managers of pools are, and what their machines are to know of them. */
final class Contacts {
  /**
   * What one pool has said last.
   *
   * @param variables of its machines' environment; nothing secret
   */
  record Contact(InetSocketAddress manager, Map<String, String> variables) {
    Contact {
      variables = new TreeMap<>(variables);
    }
  }

  private final Map<String, Contact> byMark = new ConcurrentHashMap<>();

  void said(String mark, Contact contact) {
    byMark.put(mark, contact);
  }

  Contact of(String lease) {
    Optional<Contact> contact =
        byMark.entrySet().stream()
            .filter(entry -> lease.startsWith(entry.getKey()))
            .map(Map.Entry::getValue)
            .findFirst();
    return contact.orElseThrow(() -> new IllegalStateException("nobody has asked for " + lease));
  }
}
