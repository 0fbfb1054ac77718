package io.windhover.app.place;

import io.windhover.placement.HostFilter;
import io.windhover.placement.HostRank;
import io.windhover.placement.HostView;
import io.windhover.placement.Request;
import io.windhover.placement.Victim;
import io.windhover.placement.VictimCost;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Wraps around filters, ranks and costs that were loaded, so that whatever they throw or answer
 * becomes a {@link PluginFailure} with their label: one decision fails, and the service goes on.
 */
final class PluginGuards {
  private PluginGuards() {}

  private static <T extends @Nullable Object> T guarded(
      String kind, String label, Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      throw new PluginFailure(kind, label, e.toString());
    }
  }

  record Filter(HostFilter inner, String label) implements HostFilter {
    @Override
    public @Nullable String rejects(HostView host, Request request) {
      return PluginGuards.<@Nullable String>guarded(
          "filter", label, () -> inner.rejects(host, request));
    }
  }

  record Rank(HostRank inner, String label) implements HostRank {
    @Override
    public double value(HostView host, Request request) {
      double value = guarded("rank", label, () -> inner.value(host, request));
      if (!Double.isFinite(value)) {
        throw new PluginFailure("rank", label, value + " for host " + host.id());
      }
      return value;
    }
  }

  record Cost(VictimCost inner, String label) implements VictimCost {
    @Override
    public long micros(Victim victim) {
      long micros = guarded("cost", label, () -> inner.micros(victim));
      if (micros < 0) {
        throw new PluginFailure("cost", label, micros + " for " + victim.instance().id());
      }
      return micros;
    }
  }
}
