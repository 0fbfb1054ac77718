package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The page about JSON and the schemas say the same; {@code -Dwindhover.write=1} writes the page.
 */
final class JsonPageTest {
  private static final Path PAGE = Path.of("../docs/json.md");

  @Test
  void thePageTellsOfEveryMemberOfEverySchema() throws Exception {
    String written = JsonPage.written();
    if (System.getProperty("windhover.write") != null) {
      Files.writeString(PAGE, written);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(written);
  }

  @Test
  void noObjectOfASchemaTakesMembersThatItDoesNotTellOf() throws Exception {
    for (String output : SchemaCommand.OUTPUTS) {
      strict(output, JsonSchemas.schema(output));
    }
  }

  private static void strict(String where, JsonNode node) {
    if (node.has("properties")) {
      assertThat(node.get("additionalProperties")).as(where).isNotNull();
      assertThat(
              node.get("additionalProperties").isBoolean()
                  && node.get("additionalProperties").asBoolean())
          .as(where)
          .isFalse();
      node.get("properties")
          .forEach(
              member -> assertThat(member.path("description").asText()).as(where).isNotBlank());
    }
    node.forEach(child -> strict(where, child));
  }

  @Test
  void theCommandPrintsSchemasAndTheirNames() {
    Typed names = Typed.here("schema");
    assertThat(names.out().lines()).containsExactlyElementsOf(SchemaCommand.OUTPUTS);
    assertThat(Typed.here("schema", "run").out()).contains("\"deadlineMet\"");
    Typed unknown = Typed.here("schema", "stauts");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err().lines()).hasSize(1);
    assertThat(unknown.err()).contains("did you mean \"status\"?");
  }
}
