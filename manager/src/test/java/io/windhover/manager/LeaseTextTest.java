package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Market;
import io.windhover.core.step.LeaseAccounts;
import io.windhover.core.step.LeaseBill;
import io.windhover.core.step.LeaseBill.JobShare;
import io.windhover.core.step.LeaseBill.Share;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The texts in which leases are kept: what was written must be read for ever. */
class LeaseTextTest {
  private static final String BILL =
      """
      {"lease":"wh-1","machine":7,"offer":"spot","type":"large","market":"SPOT","cores":4,\
      "pricePerHourNanos":30,"requestedAtMillis":1,"readyAtMillis":3,"chargedSinceMillis":2,\
      "endedAtMillis":9,"frozenMillis":1,"costNanos":55,"boot":{"coreMillis":4,"nanos":10},\
      "idle":{"coreMillis":1,"nanos":5},"hibernated":{"coreMillis":4,"nanos":0},\
      "jobs":[{"job":1,"name":"sweep","useful":{"coreMillis":3,"nanos":30},\
      "lost":{"coreMillis":2,"nanos":10}}]}\
      """;

  private static final String ACCOUNTS =
      """
      {"sequence":12,"open":[{"machine":7,"meteredSinceMillis":2,\
      "jobs":[{"job":1,"name":"sweep","usefulCoreMillis":3,"lostCoreMillis":2}]}]}\
      """;

  @Test
  void aLeaseThatHasEnded() {
    LeaseBill bill =
        new LeaseBill(
            "wh-1",
            7,
            "spot",
            "large",
            Market.SPOT,
            4,
            30,
            1,
            3,
            2,
            9,
            1,
            55,
            new Share(4, 10),
            new Share(1, 5),
            new Share(4, 0),
            List.of(new JobShare(1, "sweep", new Share(3, 30), new Share(2, 10))));
    assertThat(JournalCodec.encode(bill)).isEqualTo(BILL);
    assertThat(JournalCodec.bill(BILL)).isEqualTo(bill);
  }

  @Test
  void theAccountsOfOpenLeases() {
    LeaseAccounts.Saved saved =
        new LeaseAccounts.Saved(
            12,
            List.of(
                new LeaseAccounts.Part(
                    7, 2, List.of(new LeaseAccounts.WorkPart(1, "sweep", 3, 2)))));
    assertThat(JournalCodec.encode(saved)).isEqualTo(ACCOUNTS);
    assertThat(JournalCodec.accounts(ACCOUNTS)).isEqualTo(saved);
  }
}
