package io.windhover.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BillingTest {
  private static final long HOUR = 3_600_000;

  @Test
  void chargesWhatWasUsedWhenThereIsNoPeriod() {
    Billing billing = new Billing(60_000, 300_000);
    assertThat(billing.chargedMillis(0)).isEqualTo(300_000);
    assertThat(billing.chargedMillis(HOUR)).isEqualTo(HOUR + 60_000);
  }

  @Test
  void chargesWholeHoursAndAtLeastOne() {
    Billing hourly = Billing.perPeriod(HOUR);
    assertThat(hourly.chargedMillis(0)).isEqualTo(HOUR);
    assertThat(hourly.chargedMillis(HOUR)).isEqualTo(HOUR);
    assertThat(hourly.chargedMillis(HOUR + 1)).isEqualTo(2 * HOUR);
  }

  @Test
  void tellsHowLongWhatIsPaidWillLast() {
    assertThat(Billing.perPeriod(HOUR).paidMillis(1)).isEqualTo(HOUR);
    assertThat(Billing.perPeriod(HOUR).paidMillis(HOUR + 1)).isEqualTo(2 * HOUR);
    assertThat(Billing.BY_USE.paidMillis(1234)).isEqualTo(1234);
    assertThat(new Billing(0, 300_000).paidMillis(1234)).isEqualTo(300_000);
    assertThat(new Billing(60_000, 300_000).paidMillis(1234)).isEqualTo(240_000);
  }
}
