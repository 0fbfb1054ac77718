package io.windhover.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The description and the routes say the same. */
final class OpenApiTest {
  @TempDir private Path dir;

  @Test
  void everyRouteIsDescribedAndNothingElse() throws Exception {
    JsonNode description = new JsonMapper().readTree(PlacementRoutes.openApi());
    Set<String> described = new TreeSet<>();
    JsonNode paths = description.get("paths");
    for (var path : paths.properties()) {
      for (var operation : path.getValue().properties()) {
        boolean open = operation.getValue().has("security");
        described.add(line(path.getKey(), operation.getKey(), open));
      }
    }
    Set<String> routes = new TreeSet<>();
    try (Served served = new Served(dir)) {
      served
          .routes()
          .forEach(route -> routes.add(line(route.path(), route.method(), route.open())));
    }
    assertThat(described).isEqualTo(routes);
  }

  private static String line(String path, String method, boolean open) {
    return method.toUpperCase(Locale.ROOT) + " " + path + (open ? " open" : "");
  }

  @Test
  void everyReferenceLeadsSomewhere() throws Exception {
    JsonNode description = new JsonMapper().readTree(PlacementRoutes.openApi());
    for (JsonNode reference : description.findValues("$ref")) {
      assertThat(description.at(reference.asText().substring(1)).isMissingNode())
          .as(reference.asText())
          .isFalse();
    }
  }
}
