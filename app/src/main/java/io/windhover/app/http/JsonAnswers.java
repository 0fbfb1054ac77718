package io.windhover.app.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.service.Answer.Problem;
import io.windhover.http.HttpAnswer;

/** Answers with JSON in them. */
final class JsonAnswers {
  private static final ObjectWriter JSON = JsonMapper.builder().build().writer();
  private static final String TYPE = "application/json";

  private JsonAnswers() {}

  /** The components of a record become the members of an object. */
  static HttpAnswer of(int status, Object body) {
    try {
      return HttpAnswer.of(status, TYPE, JSON.writeValueAsBytes(body));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written as JSON: " + body, e);
    }
  }

  static HttpAnswer problem(int status, String error, String message) {
    return of(status, Problem.of(error, message));
  }

  /** One that is JSON already. */
  static HttpAnswer text(byte[] json) {
    return HttpAnswer.of(200, TYPE, json);
  }
}
