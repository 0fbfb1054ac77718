package io.windhover.local;

/** By which means the machines of a cloud on this machine are frozen, shrunk and ended. */
public enum Level {
  /** The best that works here. */
  BEST,
  /** SIGSTOP and SIGCONT to every process of the tree; needs no rights. */
  SIGNALS,
  /** A control group of the first kind each: freezer, and a quota of processor time. */
  CGROUP_V1,
  /** A control group of the second kind each. */
  CGROUP_V2
}
