package io.windhover.local;

import java.io.IOException;
import java.util.List;

/** By what a machine's whole process tree is held: frozen, thawed, shrunk and killed. */
interface Containment {
  /** For people: which means these are, and why not better ones. */
  String words();

  /** The command that starts another inside, as a new machine. */
  List<String> start(String lease, int cores, List<String> command) throws IOException;

  /** All of its processes stand still. */
  void freeze(String lease) throws IOException;

  /** What {@link #freeze} made stand still goes on. */
  void thaw(String lease) throws IOException;

  /** So much of the processors is its own, as far as the means allow. */
  void resize(String lease, int cores) throws IOException;

  /** Ends all of its processes, frozen or not; when this returns none is left. */
  void kill(String lease) throws IOException;

  /** Ends all machines, also those of an earlier life of this cloud. */
  void killAll() throws IOException;
}
