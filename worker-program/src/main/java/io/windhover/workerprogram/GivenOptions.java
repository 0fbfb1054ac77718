package io.windhover.workerprogram;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the command line and the environment say, by option; the command line counts where both do.
 */
final class GivenOptions {
  /** Where a value may also stand, besides its option. */
  private static final Map<String, String> VARIABLES =
      Map.of(
          "--join", "WINDHOVER_JOIN",
          "--fingerprint", "WINDHOVER_FINGERPRINT",
          "--patience", "WINDHOVER_PATIENCE",
          "--token-file", "WINDHOVER_TOKEN_FILE",
          "--cores-file", "WINDHOVER_CORES_FILE",
          "--kill-order", "WINDHOVER_KILL_ORDER",
          "--store", "WINDHOVER_STORE",
          "--store-keys", "WINDHOVER_STORE_KEYS");

  private static final Set<String> OPTIONS =
      Set.of(
          "--join",
          "--fingerprint",
          "--certificate",
          "--token-file",
          "--name",
          "--cores",
          "--cores-file",
          "--kill-order",
          "--memory",
          "--offers",
          "--dir",
          "--grace",
          "--heartbeat",
          "--patience",
          "--store",
          "--store-keys");

  /** A value and where it stands, for complaints. */
  record Given(String origin, String value) {}

  private final Map<String, String> environment;
  private final Map<String, List<String>> said = new LinkedHashMap<>();

  GivenOptions(List<String> arguments, Map<String, String> environment) {
    this.environment = environment;
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      int equals = word.indexOf('=');
      String option = equals < 0 ? word : word.substring(0, equals);
      OptionRules.refuseSecret(option);
      if (!OPTIONS.contains(option)) {
        throw new BadOption(
            // A word alone may be a secret that was meant to be elsewhere.
            option.startsWith("-")
                ? "unknown option " + option + "; see --help"
                : "argument %d is no option; see --help".formatted(i + 1));
      }
      if (equals < 0 && i + 1 == arguments.size()) {
        throw new BadOption(option + " needs a value; see --help");
      }
      String value = equals < 0 ? arguments.get(++i) : word.substring(equals + 1);
      said.computeIfAbsent(option, none -> new ArrayList<>()).add(value);
    }
  }

  /** The last value of an option, or of the variable in its place. */
  Optional<Given> of(String option) {
    List<String> values = said.getOrDefault(option, List.of());
    if (!values.isEmpty()) {
      return Optional.of(new Given(option, values.get(values.size() - 1)));
    }
    return Optional.ofNullable(VARIABLES.get(option)).flatMap(this::variable);
  }

  /** All values of an option that may be repeated. */
  List<String> allOf(String option) {
    return said.getOrDefault(option, List.of());
  }

  Map<String, String> environment() {
    return environment;
  }

  Optional<Given> variable(String name) {
    return Optional.ofNullable(environment.get(name))
        .filter(value -> !value.isEmpty())
        .map(value -> new Given(name, value));
  }
}
