package io.windhover.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a memory is written with, and what of a text is read again. */
class MemoryTextTest {
  private static final String WHOLE =
      new MemoryWriter("rota", 2).line("last", 7).line("kinds", "a", "b").and(true).text();

  private static boolean isRead(String text) {
    return MemoryReader.read(text, "rota", 2, MemoryTextTest::takeAll);
  }

  private static void takeAll(MemoryReader line) {
    while (line.hasNext()) {
      line.nextText();
    }
  }

  @Test
  void whatIsWrittenIsReadFieldByField() {
    String text =
        new MemoryWriter("rota", 2)
            .line("machine", 3, Long.MIN_VALUE, 0.1 + 0.2, false)
            .line("nothing")
            .text();
    List<Object> read = new ArrayList<>();
    boolean all =
        MemoryReader.read(
            text,
            "rota",
            2,
            line -> {
              read.add(line.kind());
              if (line.hasNext()) {
                read.addAll(
                    List.of(
                        line.nextInt(), line.nextLong(), line.nextDouble(), line.nextBoolean()));
              }
            });
    assertThat(all).isTrue();
    assertThat(read).containsExactly("machine", 3, Long.MIN_VALUE, 0.1 + 0.2, false, "nothing");
  }

  /** Also half of a pair of surrogates, which a file in UTF-8 would turn into a question mark. */
  @Test
  void textsMayHaveAnyCharacters() {
    List<String> texts =
        List.of(
            "",
            " ",
            "two words ",
            "tab\tand\nlines\r\n",
            "\\t\\",
            "größe 😀",
            "\ud83d",
            "\ude00x",
            "\0",
            new MemoryWriter("inner", 1).line("in", "a\tb\\").text());
    MemoryWriter writer = new MemoryWriter("rota", 2);
    texts.forEach(text -> writer.line("text", text));
    List<String> read = new ArrayList<>();
    assertThat(MemoryReader.read(writer.text(), "rota", 2, line -> read.add(line.nextText())))
        .isTrue();
    assertThat(read).isEqualTo(texts);
    byte[] onDisk = writer.text().getBytes(StandardCharsets.UTF_8);
    assertThat(new String(onDisk, StandardCharsets.UTF_8)).isEqualTo(writer.text());
  }

  @Test
  void whatIsAnothersIsNotRead() {
    assertThat(isRead(WHOLE)).isTrue();
    assertThat(MemoryReader.read(WHOLE, "renter", 2, MemoryTextTest::takeAll)).isFalse();
    assertThat(MemoryReader.read(WHOLE, "rota", 1, MemoryTextTest::takeAll)).isFalse();
  }

  @Test
  void whatIsCutOffOrChangedIsNotRead() {
    for (int place = 0; place < WHOLE.length(); place++) {
      assertThat(isRead(WHOLE.substring(0, place))).as("cut off at %d", place).isFalse();
      for (int bit = 0; bit < 16; bit++) {
        char flipped = (char) (WHOLE.charAt(place) ^ (1 << bit));
        String changed = WHOLE.substring(0, place) + flipped + WHOLE.substring(place + 1);
        assertThat(isRead(changed)).as("bit %d at %d", bit, place).isFalse();
      }
    }
  }

  @Test
  void whatTheTakerCannotTakeIsNotReadEither() {
    assertThat(MemoryReader.read(WHOLE, "rota", 2, line -> {})).as("fields left").isFalse();
    assertThat(MemoryReader.read(WHOLE, "rota", 2, MemoryReader::nextInt)).isFalse();
    assertThat(MemoryReader.read(WHOLE, "rota", 2, MemoryReader::nextBoolean)).isFalse();
    assertThat(
            MemoryReader.read(
                WHOLE,
                "rota",
                2,
                line -> {
                  throw line.unknown();
                }))
        .isFalse();
  }

  @Test
  void aMemoryWithoutALineIsNone() {
    assertThat(new MemoryWriter("rota", 2).text()).isEqualTo(Memory.NONE.encoded());
    assertThat(isRead("")).isFalse();
    assertThat(WrittenMemory.of("", "rota", 2)).isSameAs(Memory.NONE);
    assertThat(WrittenMemory.of(WHOLE, "rota", 2).encoded()).isEqualTo(WHOLE);
  }
}
