package io.windhover.experiments.opie;

/** The situations of Figure 2, and preemptible requests to a saturated cluster besides. */
enum Scenario {
  EMPTY_NORMAL("empty", "normal"),
  EMPTY_PREEMPTIBLE("empty", "preemptible"),
  SATURATED_NORMAL("saturated", "normal"),
  SATURATED_PREEMPTIBLE("saturated", "preemptible");

  private final String cluster;
  private final String request;

  Scenario(String cluster, String request) {
    this.cluster = cluster;
    this.request = request;
  }

  boolean saturated() {
    return cluster.equals("saturated");
  }

  boolean preemptible() {
    return request.equals("preemptible");
  }

  String cluster() {
    return cluster;
  }

  String request() {
    return request;
  }
}
