package io.windhover.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** What is answered to a call, whole. */
public final class HttpAnswer {
  private final int status;
  private final String type;
  private final byte[] body;
  private final Map<String, String> headers;

  private HttpAnswer(int status, String type, byte[] body, Map<String, String> headers) {
    this.status = status;
    this.type = type;
    this.body = body;
    this.headers = headers;
  }

  /**
   * An answer.
   *
   * @param body not to be changed afterwards
   */
  public static HttpAnswer of(int status, String contentType, byte[] body) {
    return new HttpAnswer(status, contentType, body, Map.of());
  }

  public static HttpAnswer text(int status, String contentType, String text) {
    return of(status, contentType, text.getBytes(StandardCharsets.UTF_8));
  }

  public HttpAnswer with(String header, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(header, value);
    return new HttpAnswer(status, type, body, more);
  }

  public int status() {
    return status;
  }

  String type() {
    return type;
  }

  byte[] body() {
    return body;
  }

  Map<String, String> headers() {
    return headers;
  }
}
