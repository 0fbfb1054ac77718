package io.windhover.depot.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * File with the keys of an account, closed to others, in the form of AWS's own tools: {@code
 * aws_access_key_id = …}, {@code aws_secret_access_key = …} and, for keys that are for a while,
 * {@code aws_session_token = …}, a line each; of several profiles the first counts.
 */
public final class S3KeyFile {
  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  private static final String EXPECTED =
      "; expected mode 0600 and lines with aws_access_key_id and aws_secret_access_key";

  private S3KeyFile() {}

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException naming the file and what is wrong, and nothing that is in it
   */
  public static S3Credentials read(Path file) {
    try {
      if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
        throw new IllegalArgumentException(file + ": others may use it" + EXPECTED);
      }
      Map<String, String> values = new TreeMap<>();
      for (String line : Files.readAllLines(file)) {
        int equal = line.indexOf('=');
        if (equal > 0) {
          values.putIfAbsent(line.substring(0, equal).strip(), line.substring(equal + 1).strip());
        }
      }
      String access = values.getOrDefault("aws_access_key_id", "");
      String secret = values.getOrDefault("aws_secret_access_key", "");
      if (access.isEmpty() || secret.isEmpty()) {
        throw new IllegalArgumentException(file + " holds no keys" + EXPECTED);
      }
      return new S3Credentials(access, secret, values.getOrDefault("aws_session_token", ""));
    } catch (IOException | UnsupportedOperationException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e + EXPECTED, e);
    }
  }

  /** The text of such a file. */
  public static String text(S3Credentials keys) {
    String token =
        keys.sessionToken().isEmpty() ? "" : "aws_session_token = " + keys.sessionToken() + "\n";
    return "aws_access_key_id = %s\naws_secret_access_key = %s\n%s"
        .formatted(keys.accessKey(), keys.secretKey(), token);
  }
}
