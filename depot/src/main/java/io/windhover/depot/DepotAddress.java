package io.windhover.depot;

import io.windhover.depot.s3.S3Address;
import io.windhover.depot.s3.S3Credentials;
import io.windhover.depot.s3.S3Depot;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a depot is, as one line that managers tell workers: {@code file:///shared/checkpoints} or
 * {@code s3://BUCKET/PREFIX?region=REGION&endpoint=URL}. No secret is ever part of it.
 */
public final class DepotAddress {
  public static final String EXPECTED =
      "expected file:///FOLDER, or s3://BUCKET/PREFIX?region=REGION with &endpoint=URL where it is"
          + " not AWS";

  private static final List<String> QUERY = List.of("endpoint", "region");

  private final @Nullable Path folder;
  private final @Nullable S3Address s3;

  private DepotAddress(@Nullable Path folder, @Nullable S3Address s3) {
    this.folder = folder;
    this.s3 = s3;
  }

  public static DepotAddress of(Path folder) {
    return new DepotAddress(folder.toAbsolutePath().normalize(), null);
  }

  public static DepotAddress of(S3Address s3) {
    return new DepotAddress(null, s3);
  }

  /**
   * Reads the line.
   *
   * @throws IllegalArgumentException saying what is wrong, without what a user may have put in by
   *     mistake
   */
  public static DepotAddress parse(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("is no address of a store; " + EXPECTED, e);
    }
    if (uri.getUserInfo() != null) {
      throw new IllegalArgumentException("has a user or a secret in it; " + EXPECTED);
    }
    if ("file".equals(uri.getScheme()) && uri.getPath() != null && uri.getPath().startsWith("/")) {
      return of(Path.of(uri.getPath()));
    }
    if (!"s3".equals(uri.getScheme()) || uri.getAuthority() == null) {
      throw new IllegalArgumentException("is no address of a store; " + EXPECTED);
    }
    return of(s3(uri));
  }

  private static S3Address s3(URI uri) {
    SortedMap<String, String> query = query(uri.getRawQuery() == null ? "" : uri.getRawQuery());
    if (!query.containsKey("region")) {
      throw new IllegalArgumentException("names no region; " + EXPECTED);
    }
    String path = uri.getPath() == null ? "" : uri.getPath().replaceAll("^/+", "");
    String prefix = path.isEmpty() || path.endsWith("/") ? path : path + "/";
    String endpoint = query.get("endpoint");
    if (endpoint == null) {
      return S3Address.ofAws(query.getOrDefault("region", ""), uri.getAuthority(), prefix);
    }
    URI at = URI.create(endpoint);
    if (!List.of("http", "https").contains(String.valueOf(at.getScheme()))
        || at.getHost() == null
        || at.getUserInfo() != null) {
      throw new IllegalArgumentException("its endpoint is no http or https address; " + EXPECTED);
    }
    return new S3Address(at, query.getOrDefault("region", ""), uri.getAuthority(), prefix);
  }

  private static SortedMap<String, String> query(String text) {
    SortedMap<String, String> query = new TreeMap<>();
    for (String pair : text.isEmpty() ? new String[0] : text.split("&", -1)) {
      int equal = pair.indexOf('=');
      String name = equal < 0 ? pair : pair.substring(0, equal);
      if (!QUERY.contains(name) || equal < 0) {
        throw new IllegalArgumentException("says something besides its place; " + EXPECTED);
      }
      query.put(name, URLDecoder.decode(pair.substring(equal + 1), StandardCharsets.UTF_8));
    }
    return query;
  }

  /** Whether who uses it must show credentials. */
  public boolean needsCredentials() {
    return s3 != null;
  }

  /**
   * The depot, which has not been asked for anything yet.
   *
   * @param credentials asked for at each call to S3
   */
  public Depot open(Supplier<S3Credentials> credentials) {
    return s3 != null ? new S3Depot(s3, credentials) : new FolderDepot(folderOrFail());
  }

  private Path folderOrFail() {
    if (folder == null) {
      throw new IllegalStateException("a depot is a folder or at S3");
    }
    return folder;
  }

  /** The line that {@link #parse} reads. */
  public String text() {
    if (s3 == null) {
      return folderOrFail().toUri().toString().replaceAll("/+$", "");
    }
    SortedMap<String, String> query = new TreeMap<>();
    query.put("endpoint", s3.endpoint().toString());
    query.put("region", s3.region());
    return s3
        + query.entrySet().stream()
            .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&", "?", ""));
  }

  @Override
  public String toString() {
    return s3 == null ? "folder " + folder : s3.toString();
  }
}
