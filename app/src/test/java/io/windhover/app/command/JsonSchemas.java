package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Judges what commands print by the schemas that are shipped with the program. */
public final class JsonSchemas {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Map<String, JsonSchema> SCHEMAS = new TreeMap<>();

  private JsonSchemas() {}

  static JsonNode schema(String output) throws IOException {
    return MAPPER.readTree(SchemaCommand.text(output));
  }

  /**
   * The text, which must be JSON of this output on one line, with no member that is not told of.
   */
  public static synchronized JsonNode checked(String output, String text) throws IOException {
    assertThat(text.strip().lines()).hasSize(1);
    JsonSchema schema = SCHEMAS.get(output);
    if (schema == null) {
      var factory = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
      schema = factory.getSchema(schema(output));
      SCHEMAS.put(output, schema);
    }
    JsonNode json = MAPPER.readTree(text);
    assertThat(schema.validate(json)).as("%s: %s", output, text).isEmpty();
    return json;
  }
}
