package io.windhover.capacity;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Leases of which a survey that is being made can say too little: something is done to them. */
final class UnsettledLeases {
  /** How many calls for each lease wait or are being made. */
  private final Map<String, Integer> callsUnderWay = new LinkedHashMap<>();

  /** What was under way when the survey began, and what has been asked for since then. */
  private final Set<String> duringSurvey = new LinkedHashSet<>();

  synchronized void callAsked(String lease) {
    callsUnderWay.merge(lease, 1, Integer::sum);
    duringSurvey.add(lease);
  }

  synchronized void callOver(String lease) {
    callsUnderWay.computeIfPresent(lease, (same, calls) -> calls == 1 ? null : calls - 1);
  }

  synchronized void surveyBegins() {
    duringSurvey.clear();
    duringSurvey.addAll(callsUnderWay.keySet());
  }

  synchronized Set<String> ofThisSurvey() {
    return Set.copyOf(duringSurvey);
  }
}
