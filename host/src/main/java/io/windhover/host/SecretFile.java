package io.windhover.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A file whose first line is a secret. The secret itself is read only when it is needed, and is
 * never part of this value.
 *
 * @param origin the line of the settings that names the file, for complaints
 */
public record SecretFile(Path path, String origin) {
  private static final int BYTES_MAX = 4_096;
  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  /** Why the secret cannot be had, as far as can be told without reading it. */
  public Optional<String> trouble() {
    try {
      if (!Files.isRegularFile(path)) {
        return Optional.of(
            path + (Files.exists(path) ? " is no file" : " is not there") + expected());
      }
      if (!OWNER.containsAll(Files.getPosixFilePermissions(path))) {
        return Optional.of(path + ": others may use it; expected mode 0600 (chmod 600 FILE)");
      }
      return Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.of(path + " cannot be looked at: " + e);
    }
  }

  private static String expected() {
    return "; expected a file of mode 0600 with the secret on its first line";
  }

  /**
   * The secret; who asks for it should wipe it after use.
   *
   * @throws BadSecret if it cannot be had
   */
  public char[] read() {
    trouble().ifPresent(SecretFile.this::fail);
    byte[] bytes = {};
    try (InputStream in = Files.newInputStream(path)) {
      bytes = in.readNBytes(BYTES_MAX + 1);
      return firstLine(bytes);
    } catch (NoSuchFileException e) {
      throw failure(path + " is not there" + expected());
    } catch (AccessDeniedException e) {
      throw failure(path + " cannot be read: permission denied");
    } catch (CharacterCodingException e) {
      throw failure(path + " is not UTF-8 text" + expected());
    } catch (IOException e) {
      throw failure(path + " cannot be read: " + e);
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  private char[] firstLine(byte[] bytes) throws CharacterCodingException {
    int end = 0;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    if (end > BYTES_MAX) {
      throw failure(path + " is too long for a secret" + expected());
    }
    if (end > 0 && bytes[end - 1] == '\r') {
      end--;
    }
    if (end == 0) {
      throw failure(path + " holds no secret" + expected());
    }
    CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, end));
    char[] secret = new char[text.remaining()];
    text.get(secret);
    Arrays.fill(text.array(), '\0');
    return secret;
  }

  private void fail(String why) {
    throw failure(why);
  }

  private BadSecret failure(String why) {
    return new BadSecret(origin + ": " + why);
  }
}
