package io.windhover.depot.s3;

import java.util.Map;
import java.util.Optional;

/**
 * Keys of an account at S3.
 *
 * @param sessionToken of keys that are for a while; empty for others
 */
public record S3Credentials(String accessKey, String secretKey, String sessionToken) {
  /** Those that AWS's own tools take from the environment; empty if they are not all there. */
  public static Optional<S3Credentials> of(Map<String, String> environment) {
    String access = environment.getOrDefault("AWS_ACCESS_KEY_ID", "");
    String secret = environment.getOrDefault("AWS_SECRET_ACCESS_KEY", "");
    return access.isEmpty() || secret.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new S3Credentials(access, secret, environment.getOrDefault("AWS_SESSION_TOKEN", "")));
  }

  /** Without the secrets, since this ends up in logs. */
  @Override
  public String toString() {
    return "credentials of " + accessKey;
  }
}
