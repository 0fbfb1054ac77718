package io.windhover.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The policy a job file asks for.
 *
 * @param name empty when the file leaves the choice to others
 * @param settings in the order of the file, each as it was written; the policy knows what they mean
 * @param line where the file says so; 0 when it does not
 */
public record PolicyChoice(String name, Map<String, String> settings, int line) {
  public static final PolicyChoice UNSTATED = new PolicyChoice("", Map.of(), 0);

  public PolicyChoice {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  public boolean stated() {
    return !name.isEmpty();
  }
}
