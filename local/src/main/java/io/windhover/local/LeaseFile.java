package io.windhover.local;

import io.windhover.core.model.Offer;
import io.windhover.host.FolderModes;
import io.windhover.rental.LeaseChange;
import io.windhover.rental.SimulatedSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The record of a cloud's leases, the file {@code leases} in its folder: every offer and every
 * change of a lease, a line each, before anybody hears of it. It survives the death of the cloud's
 * process; a power cut takes the machines along anyway. A last line that was cut off is dropped.
 */
final class LeaseFile implements AutoCloseable {
  private static final String FILE = "leases";
  private static final String OFFER = "offer";
  private static final String CHANGE = "change";

  private final FileChannel channel;
  private final List<String> earlier = new ArrayList<>();

  LeaseFile(Path folder) throws IOException {
    channel =
        FileChannel.open(
            folder.resolve(FILE),
            EnumSet.of(
                StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            FolderModes.ofFilesIn(folder));
    var bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
    String text = new String(bytes.array(), StandardCharsets.US_ASCII);
    int whole = text.lastIndexOf('\n') + 1;
    text.substring(0, whole).lines().forEach(earlier::add);
    channel.truncate(whole);
    channel.position(whole);
  }

  /** Hands to the source what earlier lives of it wrote down. */
  void restore(SimulatedSource source) {
    Map<String, Offer> offers = new HashMap<>();
    for (String line : earlier) {
      Words words = Words.read(line);
      if (words.text().equals(OFFER)) {
        Offer offer = CloudWords.offer(words);
        offers.put(offer.name(), offer);
      } else {
        LeaseChange change = CloudWords.change(words);
        Offer offer = offers.get(change.text());
        if (change.kind() != LeaseChange.Kind.ASKED) {
          source.restore(change);
        } else if (offer != null) {
          source.restore(change, offer);
        }
      }
    }
    earlier.clear();
  }

  void offered(Offer offer) {
    write(OFFER, CloudWords.of(offer));
  }

  void changed(LeaseChange change) {
    write(CHANGE, CloudWords.of(change));
  }

  private void write(String kind, String line) {
    try {
      var bytes = ByteBuffer.wrap((kind + "\t" + line + "\n").getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the record of leases cannot be written", e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
