package io.windhover.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The refusals for requests whose end cannot be told, or lies too far away. {@link Connection} asks
 * as soon as the head of a request is there, and reads nothing behind a request that is refused.
 */
final class Framing {
  private static final long LENGTH_UNKNOWN = -1;

  private final HttpHouse house;
  private final int bodyBytesMax;

  Framing(FrontDesk desk) {
    this.house = desk.house();
    this.bodyBytesMax = desk.limits().bodyBytes();
  }

  int bodyBytesMax() {
    return bodyBytesMax;
  }

  /** The answer to a head that cannot be followed; null when it can. */
  @Nullable HttpAnswer refusal(HttpRequest head) {
    List<String> codings = head.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (!codings.isEmpty()) {
      if (codings.size() > 1 || !codings.get(0).strip().equalsIgnoreCase("chunked")) {
        return house.problem(
            501,
            "unknown-transfer-coding",
            "Transfer-Encoding: " + shown(String.join(", ", codings)) + "; expected chunked");
      }
      if (!head.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
        return house.problem(
            400,
            "bad-request",
            "Transfer-Encoding in " + head.protocolVersion() + "; expected 1.1");
      }
    }
    long length = HttpUtil.getContentLength(head, LENGTH_UNKNOWN);
    return length > bodyBytesMax ? tooLarge("it has %,d bytes".formatted(length)) : null;
  }

  HttpAnswer tooLarge(String what) {
    return house.problem(
        413, "too-large", "body: %s; expected at most %,d".formatted(what, bodyBytesMax));
  }

  /** The answer to bytes the decoder did not accept. */
  HttpAnswer undecoded(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return house.problem(414, "too-large", "the address is too long");
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return house.problem(431, "too-large", "the header is too long");
    }
    return house.problem(
        400,
        "bad-request",
        cause instanceof StrictDecoder.TwoLengths
            ? String.valueOf(cause.getMessage())
            : "this is not HTTP/1.1");
  }

  private static String shown(String text) {
    var line = new StringBuilder();
    text.codePoints().limit(60).forEach(c -> line.appendCodePoint(c < ' ' ? '\ufffd' : c));
    return line.toString();
  }
}
