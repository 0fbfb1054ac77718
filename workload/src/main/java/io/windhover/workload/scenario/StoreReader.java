package io.windhover.workload.scenario;

import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import io.windhover.workload.scenario.StorePlace.Bucket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads where what tasks save is kept: {@code store: FOLDER} or {@code store: {s3: {...}}}. */
public final class StoreReader {
  static final List<String> FIELDS = List.of("s3");
  static final List<String> S3_FIELDS =
      List.of("bucket", "prefix", "endpoint", "region", "credentials");
  static final List<String> CREDENTIALS_FIELDS = List.of("file");

  /** Also in the schema. */
  static final String BUCKET_PATTERN = "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$";

  /** Also in the schema. */
  static final String PREFIX_PATTERN = "^[A-Za-z0-9_-][A-Za-z0-9._/-]{0,199}$";

  /** Also in the schema. */
  static final String ENDPOINT_PATTERN = "^https?://[A-Za-z0-9._-]{1,253}(:[0-9]{1,5})?/?$";

  /** Also in the schema. */
  static final String REGION_PATTERN = "^[a-z0-9-]{1,50}$";

  private static final String ENVIRONMENT = "environment";
  private static final String CREDENTIALS_EXPECTED =
      "expected environment, or {file: NAME} of a file that only you may read; never the keys"
          + " themselves";

  private final Problems problems;
  private final Values values;
  private final Function<String, Path> beside;

  /**
   * A reader of one file's store.
   *
   * @param beside finds a file or folder that is named in it
   */
  public StoreReader(Problems problems, Function<String, Path> beside) {
    this.problems = problems;
    this.values = new Values(problems);
    this.beside = beside;
  }

  /** The place; empty when something about it was complained about. */
  public Optional<StorePlace> read(Node node, String path) {
    int before = problems.count();
    if (!(node instanceof Node.Fields map)) {
      String folder = text(node, path, "is not a folder; expected its name, or {s3: {...}}");
      return folder.isEmpty() ? Optional.empty() : Optional.of(StorePlace.of(beside.apply(folder)));
    }
    var store = new Section(map, path, FIELDS, "a store", problems);
    Optional<Node> s3 = store.value("s3");
    if (store.lacks("s3")) {
      problems.add(map.line(), store.path("s3"), "is missing; expected a folder, or {s3: {...}}");
    }
    Optional<Bucket> bucket = s3.flatMap(n -> bucket(n, store.path("s3")));
    return problems.count() > before ? Optional.empty() : bucket.map(StorePlace::of);
  }

  private Optional<Bucket> bucket(Node node, String path) {
    if (!(node instanceof Node.Fields map)) {
      values.wrong(
          node, path, Shown.node(node) + " is not a map; expected one with bucket and region");
      return Optional.empty();
    }
    var s3 = new Section(map, path, S3_FIELDS, "s3", problems);
    String name = needed(s3, map, "bucket", BUCKET_PATTERN, "the name of a bucket");
    String region = needed(s3, map, "region", REGION_PATTERN, "a region like eu-west-1");
    String prefix =
        s3.value("prefix")
            .map(n -> matching(n, s3.path("prefix"), PREFIX_PATTERN, "a prefix like pool/"))
            .orElse("");
    String endpoint =
        s3.value("endpoint")
            .map(
                n ->
                    matching(
                        n, s3.path("endpoint"), ENDPOINT_PATTERN, "an address like https://HOST"))
            .orElse("");
    Optional<Path> keys =
        s3.value("credentials").flatMap(n -> credentials(n, s3.path("credentials")));
    String closed = prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/";
    return Optional.of(new Bucket(name, closed, endpoint, region, keys));
  }

  private String needed(Section s3, Node.Fields map, String field, String pattern, String what) {
    if (s3.lacks(field)) {
      problems.add(map.line(), s3.path(field), "is missing; expected " + what);
    }
    return s3.value(field).map(n -> matching(n, s3.path(field), pattern, what)).orElse("");
  }

  private String matching(Node node, String path, String pattern, String what) {
    String complaint = "is not " + what + "; expected one";
    String text = text(node, path, complaint);
    if (!text.isEmpty() && !text.matches(pattern)) {
      values.wrong(node, path, Shown.node(node) + " " + complaint);
      return "";
    }
    return text;
  }

  /**
   * A file, or nothing for the environment. What else is there may be a secret: it is not shown.
   */
  private Optional<Path> credentials(Node node, String path) {
    if (node instanceof Node.Fields map) {
      var file = new Section(map, path, CREDENTIALS_FIELDS, "credentials", problems);
      if (file.lacks("file")) {
        problems.add(node.line(), path, "names no file; " + CREDENTIALS_EXPECTED);
      }
      return file.value("file")
          .map(n -> text(n, file.path("file"), "is not a file; expected its name"))
          .filter(name -> !name.isEmpty())
          .map(beside);
    }
    if (!(node instanceof Node.Text text) || !text.text().equals(ENVIRONMENT)) {
      problems.add(node.line(), path, "is no reference; " + CREDENTIALS_EXPECTED);
    }
    return Optional.empty();
  }

  /** A text that is not blank; else it is complained about and the answer empty. */
  private String text(Node node, String field, String complaint) {
    if (node instanceof Node.Text text && text.kind() == Node.Kind.TEXT && !text.text().isBlank()) {
      return text.text();
    }
    values.wrong(node, field, Shown.node(node) + " " + complaint);
    return "";
  }
}
