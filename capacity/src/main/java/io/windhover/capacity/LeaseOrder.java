package io.windhover.capacity;

/**
 * What a source needs to know to rent a machine.
 *
 * @param lease the id of the lease; public: it may be a provider's idempotency token and tag
 * @param machine the number by which the manager knows the machine
 * @param offer which offer it is rented by
 * @param joinSecret what the machine proves with, at its first join, that it is the one that was
 *     asked for; it goes into the start-up data and nowhere else
 */
public record LeaseOrder(String lease, int machine, String offer, String joinSecret) {
  /** Without the secret, since this ends up in logs. */
  @Override
  public String toString() {
    return "lease %s of %s for m%d".formatted(lease, offer, machine);
  }
}
