package io.windhover.placement;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The cost functions that ship, by label. */
public enum VictimCosts implements VictimCost {
  /** Seconds into the current billing period: work that is not paid when the provider ends it. */
  PERIOD("period") {
    @Override
    public long micros(Victim victim) {
      return victim.periodMillis() * 1000;
    }
  },
  /** 1 for each. */
  COUNT("count") {
    @Override
    public long micros(Victim victim) {
      return 1_000_000;
    }
  },
  /** What it earns per hour and, once ended, will not. */
  REVENUE("revenue") {
    @Override
    public long micros(Victim victim) {
      return Math.round(victim.pricePerHour() * 1e6);
    }
  },
  /** Seconds since its start: the youngest has the least to lose. */
  AGE("age") {
    @Override
    public long micros(Victim victim) {
      return Math.min(MICROS_MAX / 1000, Math.max(0, victim.runMillis())) * 1000;
    }
  },
  /** Its priority class. */
  PRIORITY("priority") {
    @Override
    public long micros(Victim victim) {
      return victim.priority() * 1_000_000L;
    }
  };

  private final String label;

  VictimCosts(String label) {
    this.label = label;
  }

  @Override
  public String label() {
    return label;
  }

  public static Optional<VictimCost> labelled(String label) {
    return Arrays.stream(values())
        .filter(cost -> cost.label.equals(label))
        .map(VictimCost.class::cast)
        .findFirst();
  }

  public static List<String> labels() {
    return Arrays.stream(values()).map(VictimCosts::label).toList();
  }

  /** A term of a weighted sum. */
  public record Term(VictimCost cost, double weight) {
    public Term {
      Check.inRange("weight of " + cost.label(), weight, 0, 1e6);
    }
  }

  /** The sum of weight x cost, rounded to a millionth; one term of weight 1 is that cost itself. */
  public static VictimCost sum(List<Term> terms) {
    if (terms.size() == 1 && terms.get(0).weight() == 1) {
      return terms.get(0).cost();
    }
    return new WeightedSum(List.copyOf(terms));
  }

  private record WeightedSum(List<Term> terms) implements VictimCost {
    @Override
    public String label() {
      return "sum";
    }

    @Override
    public long micros(Victim victim) {
      double sum = 0;
      for (Term term : terms) {
        sum += term.weight() * term.cost().micros(victim);
      }
      return Math.round(Math.min(MICROS_MAX, sum));
    }
  }
}
