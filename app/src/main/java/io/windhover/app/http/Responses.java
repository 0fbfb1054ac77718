package io.windhover.app.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.windhover.app.service.Answer.Problem;
import java.nio.charset.StandardCharsets;

/** Answers as HTTP has them. */
final class Responses {
  private static final ObjectWriter JSON = JsonMapper.builder().build().writer();
  private static final AsciiString JSON_TYPE = AsciiString.cached("application/json");
  private static final AsciiString METRICS_TYPE = AsciiString.cached("text/plain; version=0.0.4");

  private Responses() {}

  static FullHttpResponse json(int status, Object body) {
    try {
      return bytes(status, JSON_TYPE, JSON.writeValueAsBytes(body));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written as JSON: " + body, e);
    }
  }

  static FullHttpResponse problem(int status, String error, String message) {
    return json(status, Problem.of(error, message));
  }

  static FullHttpResponse jsonText(byte[] text) {
    return bytes(200, JSON_TYPE, text);
  }

  static FullHttpResponse metrics(String text) {
    return bytes(200, METRICS_TYPE, text.getBytes(StandardCharsets.UTF_8));
  }

  private static FullHttpResponse bytes(int status, AsciiString type, byte[] body) {
    var response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(body));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
    response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
    return response;
  }
}
