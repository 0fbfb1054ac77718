package io.windhover.policies.bag.plan;

import io.windhover.core.model.Offer;

/**
 * What {@link FleetPlanner} may rent of one offer.
 *
 * @param left how many machines of it may still be rented
 * @param readyMillis when a machine that is asked for now can take work
 */
public record Stock(Offer offer, int left, long readyMillis) {}
