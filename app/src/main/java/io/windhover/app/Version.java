package io.windhover.app;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version line: the version, and the commit it was built from where that is known. */
public final class Version implements IVersionProvider {
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
