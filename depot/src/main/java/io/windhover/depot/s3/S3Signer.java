package io.windhover.depot.s3;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests to S3 (AWS Signature Version 4). Paths and queries must be in their encoded form
 * already, queries sorted by name.
 */
final class S3Signer {
  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final String region;

  S3Signer(String region) {
    this.region = region;
  }

  /**
   * The headers that sign a request, besides {@code Host}, which the client adds.
   *
   * @param bodySha256 of all that is sent
   */
  SortedMap<String, String> headers(
      String method, URI target, String bodySha256, S3Credentials credentials, Instant now) {
    String second = SECOND.format(now);
    SortedMap<String, String> headers = new TreeMap<>();
    headers.put("x-amz-content-sha256", bodySha256);
    headers.put("x-amz-date", second);
    if (!credentials.sessionToken().isEmpty()) {
      headers.put("x-amz-security-token", credentials.sessionToken());
    }
    SortedMap<String, String> signed = new TreeMap<>(headers);
    signed.put("host", target.getRawAuthority());
    String names = String.join(";", signed.keySet());
    String request =
        String.join(
            "\n",
            method,
            target.getRawPath(),
            target.getRawQuery() == null ? "" : target.getRawQuery(),
            signed.entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                .collect(Collectors.joining()),
            names,
            bodySha256);
    String scope = second.substring(0, 8) + "/" + region + "/s3/aws4_request";
    String toSign = String.join("\n", ALGORITHM, second, scope, sha256(utf8(request)));
    headers.put(
        "Authorization",
        "%s Credential=%s/%s, SignedHeaders=%s, Signature=%s"
            .formatted(
                ALGORITHM,
                credentials.accessKey(),
                scope,
                names,
                HexFormat.of().formatHex(hmac(key(credentials, second), toSign))));
    return headers;
  }

  private byte[] key(S3Credentials credentials, String second) {
    byte[] key = utf8("AWS4" + credentials.secretKey());
    for (String part : new String[] {second.substring(0, 8), region, "s3", "aws4_request"}) {
      key = hmac(key, part);
    }
    return key;
  }

  /** A query in the form that is signed and sent. */
  static String query(Map<String, String> parameters) {
    return new TreeMap<>(parameters)
        .entrySet().stream()
            .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
            .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    var out = new StringBuilder();
    for (byte b : utf8(text)) {
      char c = (char) (b & 0xff);
      boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0);
      out.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return out.toString();
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(utf8(text));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
