package io.windhover.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.chance.Chance;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MoneyTest {
  private static final long HOUR_MILLIS = 3_600_000;

  @Test
  void anHourCostsThePrice() {
    assertThat(Money.costNanos(96_000_000, HOUR_MILLIS)).isEqualTo(96_000_000);
    assertThat(Money.costNanos(96_000_000, HOUR_MILLIS / 4)).isEqualTo(24_000_000);
    assertThat(Money.costNanos(96_000_000, 0)).isZero();
    assertThat(Money.costNanos(0, HOUR_MILLIS)).isZero();
  }

  @Test
  void aPartOfANanoDollarIsAWholeOne() {
    // 1 nano-dollar an hour: any part of the first hour costs it, the next millisecond a second
    // one.
    assertThat(Money.costNanos(1, 1)).isEqualTo(1);
    assertThat(Money.costNanos(1, HOUR_MILLIS)).isEqualTo(1);
    assertThat(Money.costNanos(1, HOUR_MILLIS + 1)).isEqualTo(2);
  }

  @Test
  void productsBeyondALongAreExact() {
    // 10 million dollars an hour for ten years: price times time is far above 2^63.
    long price = 10_000L * Money.NANOS_PER_DOLLAR;
    assertThat(Money.costNanos(price, 87_600 * HOUR_MILLIS + 1))
        .isEqualTo(price * 87_600 + price / HOUR_MILLIS + 1);
    assertThatThrownBy(() -> Money.costNanos(Long.MAX_VALUE, 2 * HOUR_MILLIS))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void agreesWithDecimalArithmetic() {
    SplittableRandom chance = Chance.stream(1, "money", 0);
    for (int i = 0; i < 20_000; i++) {
      long price = chance.nextLong(1L << chance.nextInt(1, 44));
      long millis = chance.nextLong(1L << chance.nextInt(1, 40));
      long expected =
          BigDecimal.valueOf(price)
              .multiply(BigDecimal.valueOf(millis))
              .divide(BigDecimal.valueOf(HOUR_MILLIS), 0, RoundingMode.CEILING)
              .longValueExact();
      assertThat(Money.costNanos(price, millis))
          .as("%d for %d ms", price, millis)
          .isEqualTo(expected);
    }
  }
}
