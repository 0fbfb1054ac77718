package io.windhover.depot.s3;

import java.net.URI;

/**
 * Place of a depot at S3, or at anything that speaks like it. The bucket is part of the path, which
 * every implementation understands.
 *
 * @param endpoint such as https://s3.eu-west-1.amazonaws.com
 * @param prefix what every key of the depot begins with; empty, or with a slash at its end
 */
public record S3Address(URI endpoint, String region, String bucket, String prefix) {
  public S3Address {
    if (!bucket.matches("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")) {
      throw new IllegalArgumentException("not a name of a bucket: " + bucket);
    }
    if (!prefix.isEmpty() && !prefix.endsWith("/")) {
      throw new IllegalArgumentException("a prefix ends with a slash: " + prefix);
    }
  }

  /** At AWS itself. */
  public static S3Address ofAws(String region, String bucket, String prefix) {
    return new S3Address(
        URI.create("https://s3." + region + ".amazonaws.com"), region, bucket, prefix);
  }

  @Override
  public String toString() {
    return "s3://" + bucket + "/" + prefix;
  }
}
