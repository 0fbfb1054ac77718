package io.windhover.manager;

import io.windhover.capacity.LeaseKeys;
import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.Machine;
import io.windhover.core.step.World;
import io.windhover.manager.Roster.Peer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who may come in as the machine of a lease, asked by whoever keeps a port, from any thread,
 * without waiting for a turn. The turn brings it up to date once a step is on disk: a lease is open
 * from the wish to rent until the world no longer counts on its machine. It only lets in; whether a
 * machine that is in is believed is decided when it joins ({@link RentedMachines#isItself}).
 */
public final class LeaseDoor {
  private final LeaseKeys keys;

  /** Open leases, by id. */
  private final Map<String, Standing> open = new ConcurrentHashMap<>();

  /** The same by machine; only the turn looks at it. */
  private final Map<Integer, String> leases = new HashMap<>();

  /**
   * How far the machine of a lease has come.
   *
   * @param session of the worker that joined first; empty while none has
   * @param hasKey whether it has shown its session key
   */
  private record Standing(String session, boolean hasKey) {}

  LeaseDoor(LeaseKeys keys) {
    this.keys = keys;
  }

  /**
   * Whether this secret opens for this lease: its join secret until the machine has shown its
   * session key, and that key.
   */
  public boolean admits(String lease, String secret) {
    Standing standing = open.get(lease);
    if (standing == null) {
      return false;
    }
    boolean byKey =
        !standing.session().isEmpty() && keys.isSessionKey(lease, standing.session(), secret);
    return byKey || (!standing.hasKey() && keys.isJoinSecret(lease, secret));
  }

  /** Whether the machine of this lease is still counted on. */
  public boolean isOpen(String lease) {
    return open.containsKey(lease);
  }

  /** Opens and closes for the machines that a step was about. */
  void stepped(Batch batch, Decision decision, World world, Roster roster) {
    for (Event event : batch.events()) {
      if (event instanceof MachineChange change) {
        note(change.machine(), world, roster);
      }
    }
    for (Action action : decision.actions()) {
      if (action instanceof Action.Launch launch) {
        note(launch.machine(), world, roster);
      } else if (action instanceof Action.Release release) {
        note(release.machine(), world, roster);
      }
    }
  }

  /** Opens or closes for a machine that something has happened to, once it is on disk. */
  void note(int machine, World world, Roster roster) {
    world
        .machine(machine)
        .filter(m -> !m.offer().isEmpty())
        .ifPresentOrElse(rented -> opened(rented, roster.on(machine)), () -> closed(machine));
  }

  /** A machine is counted on, with the worker on it if one has joined. */
  private void opened(Machine machine, Optional<Peer> worker) {
    String lease =
        leases.computeIfAbsent(
            machine.id(), id -> keys.lease(machine.id(), machine.requestedAtMillis()));
    open.put(
        lease,
        worker
            .map(peer -> new Standing(peer.session, peer.hasKey))
            .orElseGet(() -> new Standing("", false)));
  }

  /** A machine is no longer counted on. */
  private void closed(int machine) {
    String lease = leases.remove(machine);
    if (lease != null) {
      open.remove(lease);
    }
  }
}
