package io.windhover.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Texts in a column: short ones as TEXT, to be read with any SQLite tool, long ones as a gzip BLOB.
 * A job of a million command lines then takes a tenth of the disk and never stands in memory twice
 * more on its way through the driver.
 */
final class PackedText {
  /** Below this, packing costs more than it saves. */
  static final int PLAIN_CHARS_MAX = 16 * 1024;

  /** SQLite keeps at most 10^9 bytes in a row; a row has up to two long texts. */
  static final int PACKED_BYTES_MAX = 490_000_000;

  private PackedText() {}

  static void bind(PreparedStatement statement, int column, String text) throws SQLException {
    if (text.length() <= PLAIN_CHARS_MAX) {
      statement.setString(column, text);
    } else {
      statement.setBytes(column, pack(text));
    }
  }

  static String read(ResultSet row, int column) throws SQLException {
    return row.getObject(column) instanceof byte[] packed ? unpack(packed) : row.getString(column);
  }

  static byte[] pack(String text) {
    var bytes = new ByteArrayOutputStream(text.length() / 8);
    try (Writer writer = new OutputStreamWriter(new FastGzip(bytes), StandardCharsets.UTF_8)) {
      writer.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    if (bytes.size() > PACKED_BYTES_MAX) {
      throw new StoreException(
          StoreException.Kind.TOO_LARGE,
          String.format(
              "a text of %,d characters is too large to keep even when packed (%,d bytes of at"
                  + " most %,d): split the job",
              text.length(), bytes.size(), PACKED_BYTES_MAX),
          null);
    }
    return bytes.toByteArray();
  }

  static String unpack(byte[] packed) {
    // The last four bytes of a gzip stream are its unpacked length, so one array is enough.
    ByteBuffer bytes = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN);
    int length = packed.length < Integer.BYTES ? -1 : bytes.getInt(packed.length - Integer.BYTES);
    if (length < 0) {
      throw damaged(null);
    }
    try (var gzip = new GZIPInputStream(new ByteArrayInputStream(packed), 1 << 16)) {
      byte[] utf8 = new byte[length];
      if (gzip.readNBytes(utf8, 0, length) < length || gzip.read() >= 0) {
        throw damaged(null);
      }
      return new String(utf8, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw damaged(e);
    }
  }

  private static StoreException damaged(@Nullable IOException cause) {
    return new StoreException(
        StoreException.Kind.CORRUPT, "a packed text in the database is damaged", cause);
  }

  /** Gzip at the quickest level: the loop waits for it. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
