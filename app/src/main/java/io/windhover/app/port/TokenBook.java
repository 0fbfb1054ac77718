package io.windhover.app.port;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tokens by which accounts are known at a manager's port, in the file {@code tokens} of its
 * state folder, which holds their hashes and never the tokens. Commands change it; a manager that
 * runs notices.
 */
public final class TokenBook {
  /**
   * One token, without its secret part.
   *
   * @param id begins the token; by it one is revoked
   * @param sha256 of the whole token
   */
  public record Entry(String id, String account, String sha256, String made) {
    private String line() {
      return String.join(" ", id, account, sha256, made);
    }

    private static Optional<Entry> read(String line) {
      String[] words = line.split(" ", -1);
      return words.length == 4 && words[2].matches("[0-9a-f]{64}")
          ? Optional.of(new Entry(words[0], words[1], words[2], words[3]))
          : Optional.empty();
    }
  }

  /** A token that was made just now: the only time that it is known here. */
  public record Made(Entry entry, String token) {
    /** Without the token. */
    @Override
    public String toString() {
      return entry.toString();
    }
  }

  private static final SecureRandom RANDOM = new SecureRandom();

  /** File in the manager's state folder. */
  public static final String FILE = "tokens";

  private static final int ID_BYTES = 5;
  private static final int SECRET_BYTES = 32;

  /** What is compared when there is no such token, so that it takes as long. */
  private static final String NOBODY = "0".repeat(64);

  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path folder;
  private final Path file;
  private final Consumer<CommandFailure> unreadable;
  private @Nullable Object seen;
  private String lastComplaint = "";
  private Map<String, Entry> known = Map.of();

  /** The book of the manager whose state is in this folder, for a command. */
  public TokenBook(Path folder) {
    this(
        folder,
        failure -> {
          throw failure;
        });
  }

  private TokenBook(Path folder, Consumer<CommandFailure> unreadable) {
    this.folder = folder;
    this.file = folder.resolve(FILE);
    this.unreadable = unreadable;
  }

  /**
   * One for a manager that runs: while the file cannot be read, the tokens that were in it stay
   * good.
   *
   * @param complaints told once, in a line, each time that reading fails in another way
   */
  static TokenBook steady(Path folder, Consumer<String> complaints) {
    return new TokenBook(
        folder,
        failure ->
            complaints.accept(
                failure.getMessage() + "; the tokens known so far stay good until it can be read"));
  }

  /** Whose token this is. */
  public synchronized Optional<Entry> find(String token) {
    refresh();
    int dot = token.indexOf('.');
    Entry entry = dot < 0 ? null : known.get(token.substring(0, dot));
    String expected = entry == null ? NOBODY : entry.sha256();
    boolean right =
        MessageDigest.isEqual(
            hash(token).getBytes(StandardCharsets.US_ASCII),
            expected.getBytes(StandardCharsets.US_ASCII));
    return right ? Optional.ofNullable(entry) : Optional.empty();
  }

  /** Whether the token of this id is still good. */
  public synchronized boolean holds(String id) {
    refresh();
    return known.containsKey(id);
  }

  public synchronized List<Entry> entries() {
    refresh();
    return List.copyOf(known.values());
  }

  public Made make(String account, Instant now) {
    return make(List.of(account), now).get(0);
  }

  /** Makes one for each of many accounts, in their order, by one change of the file. */
  public List<Made> make(List<String> accounts, Instant now) {
    List<Made> made = accounts.stream().map(account -> fresh(account, now)).toList();
    change(
        entries -> {
          List<Entry> more = new ArrayList<>(entries);
          made.forEach(one -> more.add(one.entry()));
          return more;
        });
    return made;
  }

  private static Made fresh(String account, Instant now) {
    String id = HexFormat.of().formatHex(random(ID_BYTES));
    String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(random(SECRET_BYTES));
    String token = id + "." + secret;
    String second = now.toString().replaceAll("\\.\\d+Z", "Z");
    return new Made(new Entry(id, account, hash(token), second), token);
  }

  private static byte[] random(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** Takes back the token of an id, or all of an account; answers which. */
  public List<Entry> revoke(String idOrAccount) {
    String folded = idOrAccount.toLowerCase(Locale.ROOT);
    List<Entry> gone = new ArrayList<>();
    change(
        entries -> {
          List<Entry> left = new ArrayList<>(entries);
          left.removeIf(
              entry -> {
                boolean meant = entry.id().equals(idOrAccount) || entry.account().equals(folded);
                if (meant) {
                  gone.add(entry);
                }
                return meant;
              });
          return left;
        });
    return gone;
  }

  private static String hash(String token) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Reads the file again if it is another than before. */
  private void refresh() {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      Object now =
          List.of(
              attributes.lastModifiedTime(),
              attributes.size(),
              String.valueOf(attributes.fileKey()));
      if (!now.equals(seen)) {
        Map<String, Entry> read = new TreeMap<>();
        read().forEach(entry -> read.put(entry.id(), entry));
        known = read;
        seen = now;
      }
      lastComplaint = "";
    } catch (NoSuchFileException e) {
      known = Map.of();
      seen = null;
    } catch (IOException e) {
      complain(failure(e));
    }
  }

  /** Looked at each second, a file would else be complained of each second. */
  private void complain(CommandFailure failure) {
    String complaint = String.valueOf(failure.getMessage());
    if (!complaint.equals(lastComplaint)) {
      unreadable.accept(failure);
      lastComplaint = complaint;
    }
  }

  private List<Entry> read() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
        .flatMap(line -> Entry.read(line).stream())
        .toList();
  }

  /** One change at a time, whoever makes it; the file is never half written. */
  private void change(UnaryOperator<List<Entry>> how) {
    Path lock = file.resolveSibling(FILE + ".lock");
    try (var channel =
            FileChannel.open(
                lock, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), PRIVATE);
        var held = channel.lock()) {
      List<String> lines = how.apply(read()).stream().map(Entry::line).toList();
      Path draft = file.resolveSibling(FILE + ".new");
      Files.deleteIfExists(draft);
      Files.createFile(draft, PRIVATE);
      Files.write(draft, lines, StandardCharsets.UTF_8, StandardOpenOption.SYNC);
      leaveToOwner(draft);
      leaveToOwner(lock);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      if (!held.isValid()) {
        throw new IOException("the lock was lost");
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** What root writes belongs to whose folder it is, else the manager could not read it. */
  private void leaveToOwner(Path written) throws IOException {
    UserPrincipal owner = Files.getOwner(folder);
    if (!Files.getOwner(written).equals(owner)) {
      Files.setOwner(written, owner);
    }
  }

  private CommandFailure failure(IOException e) {
    return new CommandFailure(ExitCode.IMPOSSIBLE, file + ": " + e, e);
  }
}
