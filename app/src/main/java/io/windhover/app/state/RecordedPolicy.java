package io.windhover.app.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.core.policy.Policy;
import io.windhover.policies.PolicyRegistry;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.store.StoreView;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The policy that decided what a journal holds, as the store keeps it: {@code {"name": "match",
 * "settings": {}, "machines": "fixed"}}. Without it a journal could not be stepped again.
 */
public record RecordedPolicy(String name, SortedMap<String, String> settings, Machines machines) {
  /** The store keeps it under this key. */
  public static final String KEY = "policy";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  public RecordedPolicy {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** What is meant when a store names none. */
  public static RecordedPolicy usual() {
    return new RecordedPolicy("match", new TreeMap<>(), Machines.FIXED);
  }

  public static RecordedPolicy of(StoreView store) {
    return store.value(KEY).map(RecordedPolicy::decode).orElseGet(RecordedPolicy::usual);
  }

  public String encode() {
    try {
      return MAPPER.writeValueAsString(
          new Written(name, settings, machines.name().toLowerCase(Locale.ROOT)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written down: " + this, e);
    }
  }

  public static RecordedPolicy decode(String text) {
    try {
      Written written = MAPPER.readValue(text, Written.class);
      RecordedPolicy usual = usual();
      return new RecordedPolicy(
          written.name == null ? usual.name : written.name,
          new TreeMap<>(written.settings == null ? usual.settings : written.settings),
          written.machines == null
              ? usual.machines
              : Machines.valueOf(written.machines.toUpperCase(Locale.ROOT)));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "the recorded policy does not read: " + text.strip(), e);
    }
  }

  /** The policy itself. */
  public Policy make() {
    try {
      return PolicyRegistry.make(name, settings, machines);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  private record Written(
      @JsonProperty("name") @Nullable String name,
      @JsonProperty("settings") @Nullable Map<String, String> settings,
      @JsonProperty("machines") @Nullable String machines) {}
}
