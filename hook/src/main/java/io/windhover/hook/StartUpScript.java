package io.windhover.hook;

import io.windhover.core.model.MachineSpec;
import io.windhover.workload.Sizes;

/**
 * What a machine runs to become the one of its lease: a script for sh that needs Java 17, and curl
 * unless the worker's jar is there. The secret is in it, so it travels as start-up data or on
 * standard input; on the machine it goes into a file of mode 0600.
 */
final class StartUpScript {
  /** Bash and dash have printf built in, so the secret is on no command line. */
  private static final String TEXT =
      """
      #!/bin/sh
      # Starts the Windhover worker of lease @LEASE@ in the folder it is run in.
      # WINDHOVER_WORKER_JAR may name the worker's jar, WINDHOVER_JAVA the command that runs it.
      set -eu
      umask 077
      mkdir -p '@LEASE@'
      cd '@LEASE@'
      cat >join-secret <<'END_OF_SECRET'
      @SECRET@
      END_OF_SECRET
      jar=${WINDHOVER_WORKER_JAR:-windhover-worker.jar}
      has_sum() { printf '%s  %s\\n' '@SHA256@' "$1" | sha256sum -c --status 2>/dev/null; }
      if ! has_sum "$jar"; then
        jar=windhover-worker.jar
        printf 'header = "Authorization: Lease %s %s"\\n' '@LEASE@' "$(cat join-secret)" |
          curl -fsSk --pinnedpubkey 'sha256//@PIN@' --retry 10 --retry-all-errors \\
            --retry-delay 3 --config - -o "$jar.new" '@URL@'
        has_sum "$jar.new"
        mv "$jar.new" "$jar"
      fi
      export WINDHOVER_JOIN='@JOIN@' WINDHOVER_FINGERPRINT='@FINGERPRINT@'
      export WINDHOVER_LEASE='@LEASE@' WINDHOVER_JOIN_SECRET_FILE="$PWD/join-secret"
      export WINDHOVER_PATIENCE='@PATIENCE@s'
      exec ${WINDHOVER_JAVA:-java -Xmx256m} -jar "$jar" @LENDS@ --dir "$PWD/state"
      """;

  private StartUpScript() {}

  /** Lends what was offered, however much more the machine has. */
  static String of(String lease, String secret, MachineSpec machine, ManagerContact contact) {
    String lends = "--cores " + machine.cores();
    if (machine.memoryBytes() < Sizes.BYTES_MAX) {
      lends += " --memory " + machine.memoryBytes() / 1_000 + "KB";
    }
    return TEXT.replace("@LEASE@", lease)
        .replace("@SHA256@", contact.jarSha256())
        .replace("@PIN@", contact.keyPin())
        .replace("@URL@", contact.jarUrl())
        .replace("@JOIN@", contact.join())
        .replace("@FINGERPRINT@", contact.fingerprint())
        .replace("@PATIENCE@", Long.toString(contact.patienceSeconds()))
        .replace("@LENDS@", lends)
        .replace("@SECRET@", secret);
  }
}
