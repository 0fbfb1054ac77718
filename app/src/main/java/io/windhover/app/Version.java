package io.windhover.app;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version line: the version, and the commit it was built from where that is known. */
public final class Version implements IVersionProvider {
  private static final int FINGERPRINT_BYTES = 6;

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {line()};
  }

  static String line() throws IOException {
    String line = "windhover " + properties().getProperty("version");
    return commit().isEmpty() ? line : line + " (" + commit() + ")";
  }

  /** Empty where it was built without git. */
  public static String commit() throws IOException {
    return properties().getProperty("commit", "");
  }

  /**
   * Tells this very program from others, whatever their versions say: from what is in its jar.
   * Empty where it does not run from one.
   */
  public static Optional<String> fingerprint() throws IOException {
    CodeSource source = Version.class.getProtectionDomain().getCodeSource();
    if (source == null || !"file".equals(source.getLocation().getProtocol())) {
      return Optional.empty();
    }
    Path jar = Path.of(URI.create(source.getLocation().toString()));
    if (!Files.isRegularFile(jar)) {
      return Optional.empty();
    }
    byte[] digest = sha256().digest(Files.readAllBytes(jar));
    return Optional.of(HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static Properties properties() throws IOException {
    var properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in == null) {
        throw new IllegalStateException("version.properties is missing from the jar");
      }
      properties.load(in);
    }
    return properties;
  }
}
