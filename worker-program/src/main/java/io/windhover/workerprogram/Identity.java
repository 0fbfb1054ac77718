package io.windhover.workerprogram;

import io.windhover.host.SecretFile;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.WorkerText;
import io.windhover.worker.pool.LeaseProof;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** As whom this worker comes to the port: an account with a token, or the machine of a lease. */
sealed interface Identity {
  /**
   * An account, which only the manager knows by name.
   *
   * @param token read whenever it is needed
   */
  record Account(Supplier<String> token) implements Identity {}

  record RentedMachine(LeaseProof proof) implements Identity {}

  /** What can be in a header, and in nothing that was mistaken for a token. */
  Pattern SECRET = Pattern.compile("[\\x21-\\x7e]{1,4096}");

  /** What the header Authorization says at this moment. */
  default String authorization() {
    return this instanceof Account account
        ? PortProtocol.authorization(account.token().get())
        : PortProtocol.authorization(
            ((RentedMachine) this).proof().lease(), ((RentedMachine) this).proof().secret());
  }

  default Optional<LeaseProof> rented() {
    return this instanceof RentedMachine machine ? Optional.of(machine.proof()) : Optional.empty();
  }

  /** Its account as far as it is known here; the port says it for all that this worker sends. */
  default Jid account(String manager) {
    return this instanceof RentedMachine machine
        ? PortProtocol.machine(machine.proof().lease()).bare()
        : new Jid("worker", manager, "");
  }

  static Identity of(GivenOptions given) {
    Optional<GivenOptions.Given> lease = given.variable("WINDHOVER_LEASE");
    Optional<Supplier<String>> token =
        secret(given.of("--token-file"), given.variable("WINDHOVER_TOKEN"));
    if (lease.isPresent() && token.isPresent()) {
      throw new BadOption("WINDHOVER_LEASE and a token were given; expected one of them");
    }
    if (lease.isPresent()) {
      return rented(lease.get().value(), given);
    }
    return new Account(
        token.orElseThrow(
            () ->
                new BadOption(
                    "no token was given; name a file of mode 0600 with --token-file FILE, or set"
                        + " WINDHOVER_TOKEN")));
  }

  private static Identity rented(String lease, GivenOptions given) {
    if (!WorkerText.isLeaseWord(lease)) {
      throw new BadOption("WINDHOVER_LEASE: %s is not the id of a lease".formatted(lease));
    }
    Supplier<String> secret =
        secret(
                given.variable("WINDHOVER_JOIN_SECRET_FILE"),
                given.variable("WINDHOVER_JOIN_SECRET"))
            .orElseThrow(
                () ->
                    new BadOption(
                        "WINDHOVER_LEASE needs WINDHOVER_JOIN_SECRET_FILE, a file of mode 0600, or"
                            + " WINDHOVER_JOIN_SECRET"));
    return new RentedMachine(new LeaseProof(lease, secret));
  }

  /** A secret in a file, or else in a variable; read now, to complain now, and again when used. */
  private static Optional<Supplier<String>> secret(
      Optional<GivenOptions.Given> file, Optional<GivenOptions.Given> variable) {
    if (file.isPresent()) {
      var secret = new SecretFile(Path.of(file.get().value()), file.get().origin());
      Supplier<String> read = () -> checked(file.get().origin(), new String(secret.read()));
      var unused = read.get();
      return Optional.of(read);
    }
    variable.ifPresent(given -> checked(given.origin(), given.value()));
    return variable.map(given -> given::value);
  }

  private static String checked(String origin, String secret) {
    if (!SECRET.matcher(secret).matches()) {
      throw new BadOption(origin + ": what is there is no secret; expected one word of ASCII");
    }
    return secret;
  }
}
