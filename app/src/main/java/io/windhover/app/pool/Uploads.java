package io.windhover.app.pool;

import io.windhover.core.words.Counted;
import io.windhover.wire.xmpp.Xml;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Whole jobs on their way in parts. What is kept is bounded for each user and for all. */
final class Uploads {
  private static final int ALL_MAX = 1_000;
  private static final int PARTS_MAX = 10_000;

  /** What all drafts together may hold: a manager's heap must not be filled by a few accounts. */
  private static final long ALL_CHARACTERS_MAX = 100_000_000;

  /** Parts so far, by number. */
  private static final class Draft {
    final int parts;
    final Map<Integer, String> texts = new LinkedHashMap<>();
    long characters;
    long touchedMillis;

    Draft(int parts) {
      this.parts = parts;
    }
  }

  private record Key(String owner, String upload) {}

  private final DeskLimits limits;
  private final Map<Key, Draft> drafts = new LinkedHashMap<>();

  Uploads(DeskLimits limits) {
    this.limits = limits;
  }

  /** Takes a part; answers the whole, unpacked, when this was the last that was missing. */
  Optional<String> take(String owner, String upload, Xml part, long nowMillis) throws Refusal {
    drafts.values().removeIf(d -> nowMillis - d.touchedMillis > limits.uploadMillis());
    int of = Numbers.attribute(part, "of", 1, PARTS_MAX, 1);
    int number = Numbers.attribute(part, "number", 1, of, 1);
    Key key = new Key(owner, upload);
    Draft draft = drafts.get(key);
    if (draft == null) {
      checkRoom(owner);
      draft = new Draft(of);
      drafts.put(key, draft);
    } else if (draft.parts != of) {
      drafts.remove(key);
      throw Refusal.bad(
          "part %d is of %d, those before were of %d".formatted(number, of, draft.parts));
    }
    draft.touchedMillis = nowMillis;
    String before = draft.texts.put(number, part.text());
    draft.characters += part.text().length() - (before == null ? 0 : before.length());
    if (draft.characters > limits.uploadCharactersMax()) {
      drafts.remove(key);
      throw Refusal.tooMuch(
          "a job has at most %,d characters as it is sent".formatted(limits.uploadCharactersMax()));
    }
    if (drafts.values().stream().mapToLong(d -> d.characters).sum() > ALL_CHARACTERS_MAX) {
      drafts.remove(key);
      throw Refusal.tooMuch("too many large jobs are on their way; try again later");
    }
    if (draft.texts.size() < draft.parts) {
      return Optional.empty();
    }
    drafts.remove(key);
    return Optional.of(unpacked(draft));
  }

  private void checkRoom(String owner) throws Refusal {
    long own = drafts.keySet().stream().filter(key -> key.owner.equals(owner)).count();
    if (own >= limits.uploadsMax() || drafts.size() >= ALL_MAX) {
      throw Refusal.tooMuch(
          "%s on the way in parts; end that first".formatted(Counted.of(Math.max(own, 1), "job")));
    }
  }

  private String unpacked(Draft draft) throws Refusal {
    var text = new StringBuilder();
    for (int number = 1; number <= draft.parts; number++) {
      text.append(draft.texts.get(number));
    }
    try {
      byte[] packed = Base64.getMimeDecoder().decode(text.toString());
      byte[] bytes = inflate(packed);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (IllegalArgumentException e) {
      throw Refusal.bad("the parts together are not base64");
    } catch (CharacterCodingException e) {
      throw Refusal.bad("the job is not UTF-8");
    }
  }

  private byte[] inflate(byte[] packed) throws Refusal {
    var inflater = new Inflater();
    try {
      inflater.setInput(packed);
      var out = new ByteArrayOutputStream();
      byte[] buffer = new byte[1 << 16];
      while (!inflater.finished()) {
        int count = inflater.inflate(buffer);
        if (count == 0 && !inflater.finished()) {
          throw Refusal.bad("the job is not packed by zlib, or its end is missing");
        }
        out.write(buffer, 0, count);
        if (out.size() > limits.jobBytesMax()) {
          throw Refusal.tooMuch(
              "a job has at most %,d bytes unpacked".formatted(limits.jobBytesMax()));
        }
      }
      return out.toByteArray();
    } catch (DataFormatException e) {
      throw Refusal.bad("the job is not packed by zlib");
    } finally {
      inflater.end();
    }
  }

  int size() {
    return drafts.size();
  }
}
