package io.windhover.depot.s3;

import io.windhover.depot.Depot;
import io.windhover.depot.DepotFailure;
import io.windhover.depot.DepotKey;
import io.windhover.depot.FileDigest;
import io.windhover.depot.s3.S3Calls.Call;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Depot in a bucket. An object is there as a whole or not at all, which is S3's own promise. */
public final class S3Depot implements Depot {
  private static final Duration SHORT = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final int NOT_FOUND = 404;
  private static final int PRECONDITION_FAILED = 412;
  private static final String NOTHING_SHA256 = S3Signer.sha256(new byte[0]);

  /** Of a part of a large file; S3 takes at least 5 MiB, and ten thousand of them. */
  static final long PART_BYTES = 64 << 20;

  private final S3Address address;
  private final S3Calls calls;
  private final long partBytes;

  /**
   * A depot that has not been asked for anything yet.
   *
   * @param credentials asked for at each call, for those that are renewed
   */
  public S3Depot(S3Address address, Supplier<S3Credentials> credentials) {
    this(address, credentials, PART_BYTES);
  }

  S3Depot(S3Address address, Supplier<S3Credentials> credentials, long partBytes) {
    this.address = address;
    this.calls = new S3Calls(address, credentials);
    this.partBytes = partBytes;
  }

  @Override
  public void put(String key, Path file) throws DepotFailure {
    try {
      long size = Files.size(file);
      if (size <= partBytes) {
        Call call = upload(key, Map.of(), file, 0, size);
        expect(call, calls.answer(call, BodyHandlers.ofString()), OK);
      } else {
        putInParts(key, file, size);
      }
    } catch (DepotFailure e) {
      throw e;
    } catch (IOException e) {
      throw new DepotFailure("cannot read " + file + " for " + address + key + ": " + e, e);
    }
  }

  private Call upload(String key, Map<String, String> query, Path file, long from, long length)
      throws IOException {
    return new Call(
        "PUT",
        DepotKey.checked(key),
        query,
        Map.of(),
        () -> PartOfFile.publisher(file, from, length),
        FileDigest.of(file, from, length),
        LONG);
  }

  /** The object is there with the last call; parts of one that was given up expire by a rule. */
  private void putInParts(String key, Path file, long size) throws IOException {
    Call begin = plain("POST", key, Map.of("uploads", ""));
    String upload = S3Xml.only(answered(begin), "UploadId");
    try {
      List<String> tags = new ArrayList<>();
      for (long from = 0; from < size; from += partBytes) {
        Map<String, String> query =
            Map.of("partNumber", Integer.toString(tags.size() + 1), "uploadId", upload);
        Call part = upload(key, query, file, from, Math.min(partBytes, size - from));
        HttpResponse<String> answer = calls.answer(part, BodyHandlers.ofString());
        expect(part, answer, OK);
        tags.add(answer.headers().firstValue("ETag").orElse(""));
      }
      Call end = text("POST", key, Map.of("uploadId", upload), Map.of(), S3Xml.parts(tags));
      String said = answered(end);
      if (!said.contains("<CompleteMultipartUploadResult")) {
        throw calls.failure(end, "the parts were not put together: " + firstLine(said));
      }
    } catch (IOException e) {
      Call abort = plain("DELETE", key, Map.of("uploadId", upload));
      try {
        calls.answer(abort, BodyHandlers.discarding());
      } catch (DepotFailure alsoNot) {
        e.addSuppressed(alsoNot);
      }
      throw e;
    }
  }

  private String answered(Call call) throws DepotFailure {
    HttpResponse<String> answer = calls.answer(call, BodyHandlers.ofString());
    expect(call, answer, OK);
    return answer.body();
  }

  @Override
  public boolean create(String key, byte[] text) throws DepotFailure {
    Call call = text("PUT", key, Map.of(), Map.of("If-None-Match", "*"), text);
    HttpResponse<String> answer = calls.answer(call, BodyHandlers.ofString());
    if (answer.statusCode() == PRECONDITION_FAILED) {
      // A try of ours may have taken effect although no answer came.
      return read(key).filter(there -> Arrays.equals(there, text)).isPresent();
    }
    expect(call, answer, OK);
    return true;
  }

  @Override
  public Optional<byte[]> read(String key) throws DepotFailure {
    Call call = plain("GET", key, Map.of());
    HttpResponse<byte[]> answer = calls.answer(call, BodyHandlers.ofByteArray());
    if (answer.statusCode() == NOT_FOUND) {
      return Optional.empty();
    }
    expect(call, answer, OK);
    return Optional.of(answer.body());
  }

  @Override
  public boolean fetch(String key, Path file) throws DepotFailure {
    Call call = plain("GET", key, Map.of());
    HttpResponse<Path> answer = calls.answer(call, BodyHandlers.ofFile(file));
    if (answer.statusCode() == OK) {
      return true;
    }
    try {
      Files.deleteIfExists(file); // It holds what the server said instead.
    } catch (IOException e) {
      throw new DepotFailure("cannot remove " + file + ": " + e, e);
    }
    if (answer.statusCode() == NOT_FOUND) {
      return false;
    }
    throw calls.failure(call, "status " + answer.statusCode());
  }

  @Override
  public List<String> list(String prefix) throws DepotFailure {
    List<String> keys = new ArrayList<>();
    Map<String, String> query = new TreeMap<>();
    query.put("list-type", "2");
    query.put("prefix", address.prefix() + prefix);
    String next;
    do {
      String page = answered(plain("GET", "", query));
      for (String key : S3Xml.all(page, "Key")) {
        keys.add(key.substring(address.prefix().length()));
      }
      next = S3Xml.all(page, "NextContinuationToken").stream().findFirst().orElse("");
      query.put("continuation-token", next);
    } while (!next.isEmpty());
    keys.sort(null);
    return keys;
  }

  @Override
  public void remove(String key) throws DepotFailure {
    Call call = plain("DELETE", key, Map.of());
    HttpResponse<String> answer = calls.answer(call, BodyHandlers.ofString());
    expect(call, answer, OK, NO_CONTENT, NOT_FOUND);
  }

  private static Call plain(String method, String key, Map<String, String> query) {
    return new Call(
        method,
        key.isEmpty() ? key : DepotKey.checked(key),
        query,
        Map.of(),
        BodyPublishers::noBody,
        NOTHING_SHA256,
        method.equals("GET") ? LONG : SHORT);
  }

  private static Call text(
      String method,
      String key,
      Map<String, String> query,
      Map<String, String> headers,
      byte[] text) {
    Supplier<BodyPublisher> body = () -> BodyPublishers.ofByteArray(text);
    return new Call(
        method, DepotKey.checked(key), query, headers, body, S3Signer.sha256(text), SHORT);
  }

  private void expect(Call call, HttpResponse<?> answer, int... good) throws DepotFailure {
    int status = answer.statusCode();
    if (Arrays.stream(good).noneMatch(one -> one == status)) {
      Object body = answer.body();
      String said =
          body instanceof byte[] bytes
              ? new String(bytes, StandardCharsets.UTF_8)
              : String.valueOf(body);
      throw calls.failure(call, "status " + status + " " + S3Xml.problem(said));
    }
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
