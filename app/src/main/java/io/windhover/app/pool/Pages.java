package io.windhover.app.pool;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer as JSON, in as many stanzas as it needs: an object whose members are lists, each page
 * with some of the elements. What a page does not hold of a list is not there; the lists of all
 * pages one after the other are the answer.
 */
final class Pages {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  /** One element of one of the lists. */
  private record Item(String list, JsonNode element) {}

  /**
   * One page.
   *
   * @param more how to ask for the next; empty when there is none
   */
  record Page(String json, String more) {}

  private final List<Item> items = new ArrayList<>();
  private final List<String> lists = new ArrayList<>();

  Pages list(String name, List<?> elements) {
    lists.add(name);
    elements.forEach(element -> items.add(new Item(name, MAPPER.valueToTree(element))));
    return this;
  }

  /** The page that begins where an earlier one said, or the first. */
  Page page(String from, int charactersMax) throws Refusal {
    int first = from.isEmpty() ? 0 : Numbers.of(from);
    if (first < 0 || (first > 0 && first >= items.size())) {
      throw Refusal.bad("from is what the page before said as more");
    }
    ObjectNode page = MAPPER.createObjectNode();
    if (first == 0) {
      lists.forEach(page::putArray);
    }
    int characters = 0;
    int next = first;
    while (next < items.size()) {
      Item item = items.get(next);
      characters += written(item.element).length() + 1;
      if (characters > charactersMax && next > first) {
        break;
      }
      JsonNode list = page.get(item.list);
      (list instanceof ArrayNode known ? known : page.putArray(item.list)).add(item.element);
      next++;
    }
    return new Page(written(page), next < items.size() ? Integer.toString(next) : "");
  }

  private static String written(@Nullable Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot be written as JSON: " + value, e);
    }
  }
}
