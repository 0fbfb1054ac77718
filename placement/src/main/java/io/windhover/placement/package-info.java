/**
 * Which host takes an instance, and which preemptible instances make room for it (OPIE, López
 * García et al. 2019).
 *
 * <pre>{@code
 * Cluster cluster = new Cluster(3_600_000);                  // billing period in milliseconds
 * cluster.addHost(Host.of("host-A", 8, 16000, 140).withDiskOversubscription(2));
 * cluster.addInstance("host-A", Instance.preemptible("AP1", size, startedAtMillis));
 *
 * PlacementScheduler scheduler = Schedulers.named("one-pass", Settings.defaults()).orElseThrow();
 * Placement answer = scheduler.place(cluster, Request.normal("new", size), nowMillis, seed);
 * if (answer instanceof Placement.Placed placed) {
 *   cluster.apply(placed, request.started(nowMillis, 0, 0));  // ends the victims, starts it
 * } else if (answer instanceof Placement.Refused refused) {
 *   print(refused.reason());                                  // "12 hosts: too little RAM"
 * }
 * }</pre>
 *
 * <p>Filters, ranks and victim costs are small interfaces; those that ship are found by label in
 * {@link io.windhover.placement.HostFilters}, {@link io.windhover.placement.HostRanks} and {@link
 * io.windhover.placement.VictimCosts}. Bad values are refused with an IllegalArgumentException
 * whose message begins with the name of the field. A cluster belongs to one thread at a time.
 */
@NullMarked
package io.windhover.placement;

import org.jspecify.annotations.NullMarked;
