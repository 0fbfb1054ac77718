package io.windhover.app.command;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks the signature of a call as AWS does: version 4, of a POST without a query. */
final class SignedCall {
  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "AWS4-HMAC-SHA256 Credential=([^/]+)/((\\d{8})/([^/]+)/([^/]+)/aws4_request),"
              + " SignedHeaders=([^,]+), Signature=([0-9a-f]{64})");

  private SignedCall() {}

  static boolean isRight(Headers headers, byte[] body, String key, String secret) {
    Matcher said = AUTHORIZATION.matcher(String.valueOf(headers.getFirst("Authorization")));
    if (!said.matches() || !said.group(1).equals(key)) {
      return false;
    }
    List<String> names = List.of(said.group(6).split(";", -1));
    String signed =
        names.stream()
            .map(name -> name + ":" + headers.getFirst(name).strip() + "\n")
            .collect(Collectors.joining());
    String canonical = "POST\n/\n\n" + signed + "\n" + said.group(6) + "\n" + sha256(body);
    String text =
        "AWS4-HMAC-SHA256\n%s\n%s\n%s"
            .formatted(
                headers.getFirst("X-Amz-Date"),
                said.group(2),
                sha256(canonical.getBytes(StandardCharsets.UTF_8)));
    byte[] day = hmac(("AWS4" + secret).getBytes(StandardCharsets.UTF_8), said.group(3));
    byte[] service = hmac(hmac(day, said.group(4)), said.group(5));
    String right = HexFormat.of().formatHex(hmac(hmac(service, "aws4_request"), text));
    return right.equals(said.group(7).toLowerCase(Locale.ROOT));
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
