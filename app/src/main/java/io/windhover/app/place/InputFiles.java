package io.windhover.app.place;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.windhover.placement.AllocationRatios;
import io.windhover.placement.Cluster;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The files of {@code windhover place}. Complaints are a {@link BadField} that names the file. */
public final class InputFiles {
  /** Two hundred thousand hosts with a dozen instances each. */
  private static final long STATE_BYTES_MAX = 512L << 20;

  private static final long REQUEST_BYTES_MAX = 1L << 20;

  private InputFiles() {}

  public static Cluster state(Path file, AllocationRatios usual, long nowMillis) {
    return read(file, STATE_BYTES_MAX, parser -> StateReader.read(parser, usual, nowMillis));
  }

  /** The request must not have the name of what runs already. */
  public static Wish request(Path file, Cluster cluster) {
    return read(
        file,
        REQUEST_BYTES_MAX,
        parser -> {
          Wish wish = RequestReader.read(JsonText.only(parser));
          String id = wish.request().id();
          cluster
              .hostOf(id)
              .ifPresent(
                  host -> {
                    throw new BadField("id", Fields.quoted(id) + " runs already, on host " + host);
                  });
          return wish;
        });
  }

  @FunctionalInterface
  private interface Reading<T> {
    T from(JsonParser parser) throws IOException;
  }

  private static <T> T read(Path file, long bytesMax, Reading<T> reading) {
    try {
      if (Files.isDirectory(file)) {
        throw new BadField("", "is a folder; expected a JSON file");
      }
      long bytes = Files.size(file);
      if (bytes > bytesMax) {
        throw new BadField("", "has %,d bytes; expected at most %,d".formatted(bytes, bytesMax));
      }
      try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
          JsonParser parser = JsonText.parser(in)) {
        return reading.from(parser);
      }
    } catch (JsonProcessingException e) {
      throw in(file, JsonText.notJson(e, ""));
    } catch (IOException e) {
      throw in(file, new BadField("", problem(e)));
    } catch (BadField e) {
      throw in(file, e);
    }
  }

  private static BadField in(Path file, BadField e) {
    return new BadField(file.toString(), String.valueOf(e.getMessage()));
  }

  private static String problem(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "not there";
    }
    return e instanceof AccessDeniedException ? "no permission to read it" : "cannot be read: " + e;
  }
}
