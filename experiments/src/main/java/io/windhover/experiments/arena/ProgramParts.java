package io.windhover.experiments.arena;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Tells apart programs whose runs may come out otherwise, by the classes that a run depends on. A
 * rival's run stays valid when only other policies have changed: without this every build would
 * have all rivals run again.
 */
final class ProgramParts {
  private static final int DIGEST_BYTES = 6;
  private static final String POLICIES = "io/windhover/policies/";

  /** What every run depends on. */
  private static final List<String> COMMON =
      List.of(
          "io/windhover/core/",
          "io/windhover/simulator/",
          "io/windhover/workload/generate/",
          "io/windhover/experiments/arena/",
          "io/windhover/experiments/hads/PaperSetting",
          "io/windhover/experiments/scs/ScsSetting");

  /** What only gathers and shows runs, so that a better table needs none of them again. */
  private static final List<String> SHOWING =
      Stream.of("Arena", "ArenaChecks", "ArenaTables", "CaseResults", "FamilyFigures", "SingleCase")
          .map(name -> "io/windhover/experiments/arena/" + name + ".class")
          .toList();

  private final Optional<Path> jar;

  private ProgramParts(Optional<Path> jar) {
    this.jar = jar;
  }

  /** This program, if it runs from a jar; others change too easily to be recognised. */
  static ProgramParts here() {
    CodeSource source = ProgramParts.class.getProtectionDomain().getCodeSource();
    if (source == null || !"file".equals(source.getLocation().getProtocol())) {
      return new ProgramParts(Optional.empty());
    }
    Path file = Path.of(URI.create(source.getLocation().toString()));
    return new ProgramParts(Optional.of(file).filter(Files::isRegularFile));
  }

  /** The build of bounds and of what all policies share. */
  Optional<String> ofBounds() {
    return digest(List.of(POLICIES + "bag/bound/", POLICIES + "workflow/"));
  }

  /** The build of a policy: a rival's own family, for all others every policy there is. */
  Optional<String> of(String policy) {
    if (Contestants.OF_BAGS.contains(policy)) {
      return digest(List.of(POLICIES + "bag/"));
    }
    return digest(
        List.of(Contestants.OF_WORKFLOWS.contains(policy) ? POLICIES + "workflow/" : POLICIES));
  }

  private Optional<String> digest(List<String> parts) {
    return jar.map(file -> digest(file, parts));
  }

  private static String digest(Path jar, List<String> parts) {
    MessageDigest digest = sha256();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      zip.stream()
          .filter(entry -> isPart(entry.getName(), parts))
          .sorted(Comparator.comparing(ZipEntry::getName))
          .map(entry -> entry.getName() + " " + entry.getCrc() + "\n")
          .forEach(line -> digest.update(line.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
  }

  private static boolean isPart(String name, List<String> parts) {
    return !SHOWING.contains(name)
        && (COMMON.stream().anyMatch(name::startsWith)
            || parts.stream().anyMatch(name::startsWith));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
