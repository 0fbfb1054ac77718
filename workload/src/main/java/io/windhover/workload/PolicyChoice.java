package io.windhover.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The policy a job file asks for.
 *
 * @param name empty when the file leaves the choice to others
 * @param settings in the order of the file, each as it was written; the policy knows what they mean
 */
public record PolicyChoice(String name, Map<String, String> settings) {
  public static final PolicyChoice UNSTATED = new PolicyChoice("", Map.of());

  public PolicyChoice {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  public boolean stated() {
    return !name.isEmpty();
  }
}
