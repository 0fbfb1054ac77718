package io.windhover.wire.xmpp.pool;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that lets go of its eldest entry when it is full. */
final class Bounded<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int sizeMax;

  Bounded(int sizeMax) {
    this.sizeMax = sizeMax;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > sizeMax;
  }
}
