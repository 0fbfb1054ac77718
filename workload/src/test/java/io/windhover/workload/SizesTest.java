package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
  @ParameterizedTest
  @CsvSource({
    "0B, 0",
    "512B, 512",
    "1kB, 1000",
    "1KB, 1000",
    "1KiB, 1024",
    "200MB, 200000000",
    "200 MB, 200000000",
    "200MiB, 209715200",
    "1.5GiB, 1610612736",
    "2GB, 2000000000",
    "1TB, 1000000000000",
    "1TiB, 1099511627776",
    "0.001KiB, 2",
    "1048576TiB, 1152921504606846976",
  })
  void unitsAreDecimalOrBinary(String text, long bytes) {
    assertThat(Sizes.parseBytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "200", "200M", "200mb", "200Mb", "MB", "-1MB", "1.5B", "1,5GB", "1e3MB", "1PB"
      })
  void anythingElseIsNoSize(String text) {
    assertThatThrownBy(() -> Sizes.parseBytes(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\"" + text + "\" is not a size; expected a number with a unit like 200MB or 1.5GiB");
  }

  @Test
  void thereIsALimit() {
    assertThatThrownBy(() -> Sizes.parseBytes("1048577TiB"))
        .hasMessage("\"1048577TiB\" is too large; expected at most 1048576TiB");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1 KiB",
    "1610612736, 1.5 GiB",
    "200000000, 190.7 MiB",
    "1048575, 1 MiB",
    "1152921504606846976, 1048576 TiB",
  })
  void peopleSeeBinaryUnits(long bytes, String text) {
    assertThat(Sizes.format(bytes)).isEqualTo(text);
  }
}
