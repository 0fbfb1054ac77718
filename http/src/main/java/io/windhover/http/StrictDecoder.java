package io.windhover.http;

import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * The decoder of a connection's requests. Netty's own prefers Transfer-Encoding when a request has
 * a Content-Length as well; a proxy in front may prefer the other, and then both sides disagree
 * where the next request begins. Such a request is refused here.
 */
final class StrictDecoder extends HttpRequestDecoder {
  /** The reason a request was refused for; {@link Framing} turns it into an answer. */
  static final class TwoLengths extends IllegalArgumentException {
    TwoLengths() {
      super("Content-Length and Transfer-Encoding in one request; expected one of them");
    }
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new TwoLengths();
  }
}
