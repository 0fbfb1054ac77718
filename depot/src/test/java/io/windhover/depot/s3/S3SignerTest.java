package io.windhover.depot.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Worked example of AWS's own page on signing requests to S3: a list of a bucket. */
final class S3SignerTest {
  private static final S3Credentials EXAMPLE =
      new S3Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "");

  @Test
  void signsAsTheExampleDoes() {
    String query = S3Signer.query(Map.of("prefix", "J", "max-keys", "2"));
    Map<String, String> headers =
        new S3Signer("us-east-1")
            .headers(
                "GET",
                URI.create("https://examplebucket.s3.amazonaws.com/?" + query),
                S3Signer.sha256(new byte[0]),
                EXAMPLE,
                Instant.parse("2013-05-24T00:00:00Z"));
    assertThat(headers.get("Authorization"))
        .endsWith("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
  }

  @Test
  void aSessionTokenIsSignedToo() {
    Map<String, String> headers =
        new S3Signer("us-east-1")
            .headers(
                "GET",
                URI.create("https://examplebucket.s3.amazonaws.com/k"),
                S3Signer.sha256(new byte[0]),
                new S3Credentials("A", "B", "for-a-while"),
                Instant.EPOCH);
    assertThat(headers.get("Authorization")).contains("x-amz-date;x-amz-security-token");
    assertThat(headers).containsEntry("x-amz-security-token", "for-a-while");
  }
}
