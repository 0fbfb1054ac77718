package io.windhover.http;

import io.windhover.http.tls.ServerIdentity;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a server listens and what it lets pass.
 *
 * @param port 0 for any that is free
 * @param identity null: without TLS
 */
public record HttpSettings(
    InetAddress address,
    int port,
    @Nullable ServerIdentity identity,
    HttpLimits limits,
    Patience patience) {}
