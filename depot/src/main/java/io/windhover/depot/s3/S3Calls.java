package io.windhover.depot.s3;

import io.windhover.depot.DepotFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Makes signed calls, and makes them again while it may be worth it. */
final class S3Calls {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final int TRIES_MAX = 6;
  private static final long PAUSE_MILLIS = 100;
  private static final int CONFLICT = 409;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERRORS = 500;

  /**
   * What is to be said.
   *
   * @param body made anew at each try
   * @param bodySha256 of all of it
   * @param patience for one try
   */
  record Call(
      String method,
      String key,
      Map<String, String> query,
      Map<String, String> headers,
      Supplier<HttpRequest.BodyPublisher> body,
      String bodySha256,
      Duration patience) {}

  private final S3Address address;
  private final S3Signer signer;
  private final Supplier<S3Credentials> credentials;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  S3Calls(S3Address address, Supplier<S3Credentials> credentials) {
    this.address = address;
    this.signer = new S3Signer(address.region());
    this.credentials = credentials;
  }

  /** The answer, whatever its status, unless that says to try again later, to the last. */
  <T> HttpResponse<T> answer(Call call, BodyHandler<T> body) throws DepotFailure {
    for (int tries = 1; ; tries++) {
      String problem;
      try {
        HttpResponse<T> answer = client.send(request(call), body);
        if (!isPassing(answer.statusCode())) {
          return answer;
        }
        problem = "status " + answer.statusCode();
      } catch (IOException e) {
        problem = String.valueOf(e.getMessage() == null ? e : e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failure(call, "interrupted");
      }
      if (tries == TRIES_MAX) {
        throw failure(call, problem + ", " + tries + " times");
      }
      pause(call, tries);
    }
  }

  private static boolean isPassing(int status) {
    return status == CONFLICT || status == TOO_MANY || status >= SERVER_ERRORS;
  }

  private void pause(Call call, int tries) throws DepotFailure {
    long most = PAUSE_MILLIS << tries;
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(most / 2, most));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(call, "interrupted");
    }
  }

  private HttpRequest request(Call call) {
    URI target = target(call.key, call.query);
    var request =
        HttpRequest.newBuilder(target).timeout(call.patience).method(call.method, call.body.get());
    call.headers.forEach(request::header);
    signer
        .headers(call.method, target, call.bodySha256, credentials.get(), Instant.now())
        .forEach(request::header);
    return request.build();
  }

  private URI target(String key, Map<String, String> query) {
    String path = "/" + address.bucket() + (key.isEmpty() ? "" : "/" + address.prefix() + key);
    String parameters = query.isEmpty() ? "" : "?" + S3Signer.query(query);
    String base = address.endpoint().toString().replaceAll("/+$", "");
    return URI.create(base + path + parameters);
  }

  DepotFailure failure(Call call, String why) {
    return new DepotFailure(
        "%s %s%s at %s: %s"
            .formatted(call.method, address, call.key, address.endpoint().getRawAuthority(), why));
  }
}
