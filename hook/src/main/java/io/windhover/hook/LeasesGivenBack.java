package io.windhover.hook;

import io.windhover.host.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Leases that were given back, a line each in a file: none of them is rented again, however late a
 * copy of the wish to rent it comes. Some fifty bytes a lease.
 */
final class LeasesGivenBack {
  static final String NAME = "given-back";

  private final Path file;
  private final Set<String> leases = new HashSet<>();

  LeasesGivenBack(Path folder) throws IOException {
    this.file = folder.resolve(NAME);
    PrivateFiles.make(file);
    List<String> before = Files.readAllLines(file, StandardCharsets.UTF_8);
    leases.addAll(before);
  }

  synchronized boolean contains(String lease) {
    return leases.contains(lease);
  }

  synchronized void add(String lease) throws IOException {
    if (leases.add(lease)) {
      Files.writeString(file, lease + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    }
  }
}
