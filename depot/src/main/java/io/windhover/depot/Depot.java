package io.windhover.depot;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Depot of files that outlive the machines they were made on. Keys are paths like {@code
 * 5b0c/37/99/manifest}, see {@link DepotKey}.
 *
 * <p>Whoever writes may die at any moment. Therefore a key is either not there or holds all that
 * was put under it: no reader ever finds half of it. Calls may be made by several machines at once.
 */
public interface Depot {
  /** Keeps a file's bytes under a key, over what was there. The file must not change meanwhile. */
  void put(String key, Path file) throws DepotFailure;

  /**
   * Keeps a short text under a key that is not there yet. Of several who do it at once one has its
   * way.
   *
   * @return whether it was this one
   */
  boolean create(String key, byte[] text) throws DepotFailure;

  /** Reads a short text; empty if there is no such key. */
  Optional<byte[]> read(String key) throws DepotFailure;

  /**
   * Copies what is under a key into a new file.
   *
   * @return whether there is such a key
   */
  boolean fetch(String key, Path file) throws DepotFailure;

  /** Lists the keys that begin so, in order. */
  List<String> list(String prefix) throws DepotFailure;

  /** Removes a key; one that is gone already, or never was, is fine. */
  void remove(String key) throws DepotFailure;
}
