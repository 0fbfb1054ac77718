package io.windhover.http;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Connections whose clients have not shown yet who they are, in the order they came. Of one address
 * there are only so many, so that somebody who opens connections and says nothing, or says it
 * slowly, takes no place from others: the next of that address takes the place of its oldest. The
 * same happens, whatever the address, when there are too many connections in all.
 *
 * <p>For the server's own thread alone.
 */
final class Newcomers {
  private final int ofOneAddressMax;
  private final Map<Channel, Object> addresses = new LinkedHashMap<>();
  private final Map<Object, Set<Channel>> byAddress = new HashMap<>();

  Newcomers(int ofOneAddressMax) {
    this.ofOneAddressMax = ofOneAddressMax;
  }

  /** Adds one; answers who gives way to it, if its address has too many. */
  Optional<Channel> add(Channel channel) {
    Object address = address(channel.remoteAddress());
    Set<Channel> neighbours = byAddress.getOrDefault(address, Set.of());
    Optional<Channel> oldest =
        neighbours.size() < ofOneAddressMax ? Optional.empty() : first(neighbours);
    oldest.ifPresent(this::remove);
    addresses.put(channel, address);
    byAddress.computeIfAbsent(address, any -> new LinkedHashSet<>()).add(channel);
    return oldest;
  }

  /** Takes out the one that came first of all. */
  Optional<Channel> takeOldest() {
    Optional<Channel> oldest = first(addresses.keySet());
    oldest.ifPresent(this::remove);
    return oldest;
  }

  /** It has shown who it is, or has gone. */
  void remove(Channel channel) {
    Object address = addresses.remove(channel);
    if (address == null) {
      return;
    }
    byAddress.computeIfPresent(
        address,
        (any, neighbours) -> {
          neighbours.remove(channel);
          return neighbours.isEmpty() ? null : neighbours;
        });
  }

  private static Optional<Channel> first(Set<Channel> channels) {
    return channels.stream().findFirst();
  }

  /** Without the port. */
  private static Object address(SocketAddress remote) {
    return remote instanceof InetSocketAddress internet && internet.getAddress() != null
        ? internet.getAddress()
        : "unknown";
  }
}
