package io.windhover.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Files and folders that only their owner can read, and what is secret in them. */
public final class PrivateFiles {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int SECRET_BYTES = 16;

  private PrivateFiles() {}

  public static Path folder(Path folder) throws IOException {
    Files.createDirectories(folder.getParent());
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    return folder;
  }

  /** Writes the whole file or leaves it as it was; at no moment can others read it. */
  public static void write(Path file, String text) throws IOException {
    Path fresh =
        Files.createTempFile(
            file.getParent(),
            "." + file.getFileName(),
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, text, StandardCharsets.UTF_8);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Makes an empty file where there is none; at no moment can others read what comes into it. */
  public static void make(Path file) throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
  }

  /** A password nobody needs to type. */
  public static String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
