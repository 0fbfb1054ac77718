package io.windhover.app.place;

/** A filter, rank or cost of an operator's own failed while a placement was decided. */
public final class PluginFailure extends RuntimeException {
  PluginFailure(String kind, String label, String problem) {
    super("%s \"%s\" of a plug-in failed: %s".formatted(kind, label, problem), null, false, false);
  }
}
