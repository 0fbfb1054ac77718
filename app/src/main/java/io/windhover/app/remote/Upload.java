package io.windhover.app.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windhover.core.model.JobSpec;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Xml;
import io.windhover.workload.SubmissionText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.DeflaterOutputStream;

/**
 * A whole job on its way to the manager, in parts that pass a stock server's limits.
 *
 * @param parts all of one upload, whose name makes it known when it is said again
 */
record Upload(List<Xml> parts) {
  /** docs/wire.md: stock servers take stanzas of 256 KB, careful ones of 64 KB. */
  private static final int PART_CHARACTERS = 60_000;

  static Upload of(JobSpec spec) {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    return of(spec, HexFormat.of().formatHex(random));
  }

  static Upload of(JobSpec spec, String name) {
    String text =
        Base64.getEncoder().encodeToString(deflated(SubmissionText.of(spec).getBytes(UTF_8)));
    int count = Math.max(1, (text.length() + PART_CHARACTERS - 1) / PART_CHARACTERS);
    List<Xml> parts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int from = i * PART_CHARACTERS;
      int to = Math.min(text.length(), from + PART_CHARACTERS);
      parts.add(
          Xml.text("part", Namespaces.JOB, text.substring(from, to))
              .with("upload", name)
              .with("number", i + 1)
              .with("of", count));
    }
    return new Upload(List.copyOf(parts));
  }

  private static byte[] deflated(byte[] bytes) {
    var deflated = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(deflated)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail to be written to", e);
    }
    return deflated.toByteArray();
  }
}
