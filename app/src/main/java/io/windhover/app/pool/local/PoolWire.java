package io.windhover.app.pool.local;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How the parts of a pool on this machine, and its user, reach each other. {@link LocalPool} has
 * one of them open before it starts the manager; {@link PoolSettingsFiles} writes down what it
 * says. Values of keys are text in YAML.
 */
interface PoolWire {
  /** Starts what must run before the manager does, and makes the accounts that are missing. */
  void open(List<String> accounts, Consumer<String> progress) throws IOException;

  /** The parts of the pool that run for the wire alone. */
  List<String> parts();

  /** The domain of the accounts. */
  String domain();

  /** Keys of the manager's settings that are the pool's own. */
  Map<String, String> managerKeys();

  /** Keys of the manager's settings that this wire needs and that the owner may change. */
  Map<String, String> managerHabits();

  /** Keys of a worker's settings that are the pool's own. */
  Map<String, String> workerKeys(String name);

  /** Keys of the pool in the user's settings. */
  Map<String, String> userKeys();

  /** Where the pool is, for people. */
  String place();

  /** Where the pool is and how its user gets in, for programs. */
  Map<String, Object> description();
}
