package io.windhover.capacity.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract can be broken, and says so. */
class BrokenSourcesTest {
  @FunctionalInterface
  private interface Clause {
    void check(SourceContract contract) throws Exception;
  }

  private static void breaks(MachinePlace broken, Clause clause) throws Exception {
    SourceContract contract =
        new SourceContract() {
          @Override
          protected MachinePlace place() {
            return broken;
          }
        };
    contract.open();
    assertThatThrownBy(() -> clause.check(contract)).isInstanceOf(AssertionError.class);
    contract.close();
  }

  /** Rents whatever is asked for, however often. */
  private static final class Eager extends ShelfPlace {
    @Override
    synchronized void rent(LeaseOrder order) {
      bringUp(order);
    }
  }

  @Test
  void oneThatRentsTwiceIsFound() throws Exception {
    breaks(new Eager(), SourceContract::askedTwiceItRentsOnce);
    breaks(new Eager(), SourceContract::askedAgainAfterARestartItRentsOnce);
    breaks(new Eager(), SourceContract::askedByTwoAtOnceItRentsOnce);
    breaks(new Eager(), SourceContract::whatIsGivenBackEndsAndAskedForAgainStaysEnded);
  }

  /** Shows what other pools have rented. */
  private static final class Talkative extends ShelfPlace {
    @Override
    synchronized List<Sighting> show(String mark) {
      return super.show("");
    }
  }

  @Test
  void oneThatShowsWhatIsNotOursIsFound() throws Exception {
    breaks(new Talkative(), SourceContract::nothingOfAnotherPoolIsShown);
  }

  /** Forgets at once what has ended. */
  private static final class Forgetful extends ShelfPlace {
    @Override
    synchronized void end(String lease) {
      machines().remove(lease);
    }
  }

  @Test
  void oneThatForgetsWhatHasEndedIsFound() throws Exception {
    breaks(
        new Forgetful(),
        SourceContract::aSurveyShowsWhatIsThereFromTheFirstMomentAndWhatHasEndedOfLate);
  }

  /** Ends nothing. */
  private static final class Clinging extends ShelfPlace {
    @Override
    synchronized void end(String lease) {}
  }

  @Test
  void oneThatEndsNothingIsFound() throws Exception {
    breaks(new Clinging(), SourceContract::whatIsGivenBackEndsAndAskedForAgainStaysEnded);
  }
}
