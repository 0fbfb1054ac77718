package io.windhover.app.service;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.place.HostState;
import io.windhover.placement.AllocationRatios;
import io.windhover.placement.Host;
import io.windhover.placement.Instance;
import io.windhover.placement.Size;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Facts as text: a JSON array on a line for each, its first item saying which. */
final class FactText {
  private static final JsonMapper MAPPER = new JsonMapper();

  private FactText() {}

  /** Writes facts one by one into a text. */
  static final class Writer {
    private final StringWriter text = new StringWriter();
    private final JsonGenerator json;
    private int count;

    Writer() {
      try {
        json = MAPPER.createGenerator(text);
        json.setRootValueSeparator(null);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // memory does not fail
      }
    }

    void add(Fact fact) {
      try {
        json.writeStartArray();
        write(fact);
        json.writeEndArray();
        json.writeRaw('\n');
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      count++;
    }

    int count() {
      return count;
    }

    String text() {
      try {
        json.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return text.toString();
    }

    private void write(Fact fact) throws IOException {
      if (fact instanceof Fact.Reserved reserved) {
        head("reserved", reserved.number());
        json.writeString(reserved.host());
        write(reserved.instance());
        json.writeStartArray();
        for (String victim : reserved.victims()) {
          json.writeString(victim);
        }
        json.writeEndArray();
        json.writeNumber(reserved.victimCost());
        json.writeNumber(reserved.expiresAtMillis());
      } else if (fact instanceof Fact.Confirmed confirmed) {
        head("confirmed", confirmed.number());
        json.writeNumber(confirmed.atMillis());
      } else if (fact instanceof Fact.Released released) {
        head("released", released.number());
        json.writeBoolean(released.expired());
      } else if (fact instanceof Fact.LifeOver over) {
        json.writeString("life-over");
        json.writeString(over.instance());
        json.writeNumber(over.atMillis());
      } else if (fact instanceof Fact.Ended ended) {
        json.writeString("ended");
        json.writeString(ended.instance());
      } else if (fact instanceof Fact.HostPut put) {
        json.writeString("host");
        write(put.state());
        json.writeNumber(put.state().host().ratios().vcpus());
        json.writeNumber(put.state().host().ratios().ram());
      } else if (fact instanceof Fact.HostRemoved removed) {
        json.writeString("host-removed");
        json.writeString(removed.host());
      } else if (fact instanceof Fact.PlacedBy placed) {
        head("placed-by", placed.number());
        json.writeString(placed.instance());
      } else if (fact instanceof Fact.LastNumber last) {
        head("last-number", last.number());
      }
    }

    private void head(String kind, long number) throws IOException {
      json.writeString(kind);
      json.writeNumber(number);
    }

    private void write(HostState state) throws IOException {
      Host host = state.host();
      json.writeString(host.id());
      write(host.size());
      json.writeNumber(host.ratios().disk());
      json.writeStartArray();
      for (String trait : host.traits()) {
        json.writeString(trait);
      }
      json.writeEndArray();
      json.writeString(host.zone());
      json.writeStartArray();
      for (Instance instance : state.instances()) {
        write(instance);
      }
      json.writeEndArray();
    }

    private void write(Instance instance) throws IOException {
      json.writeStartArray();
      json.writeString(instance.id());
      json.writeBoolean(instance.preemptible());
      write(instance.size());
      json.writeNumber(instance.startedAtMillis());
      json.writeNumber(instance.pricePerHour());
      json.writeNumber(instance.priority());
      json.writeString(instance.group());
      json.writeNumber(instance.maxRunSeconds());
      json.writeEndArray();
    }

    private void write(Size size) throws IOException {
      json.writeNumber(size.vcpus());
      json.writeNumber(size.ramMb());
      json.writeNumber(size.diskGb());
    }
  }

  /** Reads what was written; anything else is an IllegalArgumentException. */
  static void read(String text, Consumer<Fact> consumer) {
    text.lines().forEach(line -> consumer.accept(fact(line)));
  }

  private static Fact fact(String line) {
    try {
      JsonNode items = MAPPER.readTree(line);
      String kind = items.path(0).asText();
      return switch (kind) {
        case "reserved" -> reserved(items);
        case "confirmed" -> new Fact.Confirmed(items.path(1).asLong(), items.path(2).asLong());
        case "released" -> new Fact.Released(items.path(1).asLong(), items.path(2).asBoolean());
        case "life-over" -> new Fact.LifeOver(items.path(1).asText(), items.path(2).asLong());
        case "ended" -> new Fact.Ended(items.path(1).asText());
        case "host" -> new Fact.HostPut(host(items));
        case "host-removed" -> new Fact.HostRemoved(items.path(1).asText());
        case "placed-by" -> new Fact.PlacedBy(items.path(1).asLong(), items.path(2).asText());
        case "last-number" -> new Fact.LastNumber(items.path(1).asLong());
        default -> throw new IllegalArgumentException("no fact: " + line);
      };
    } catch (IOException e) {
      throw new IllegalArgumentException("no fact: " + line, e);
    }
  }

  private static Fact.Reserved reserved(JsonNode items) {
    return new Fact.Reserved(
        items.path(1).asLong(),
        items.path(2).asText(),
        instance(items.path(3)),
        texts(items.path(4)),
        items.path(5).asDouble(),
        items.path(6).asLong());
  }

  private static HostState host(JsonNode items) {
    var host =
        new Host(
            items.path(1).asText(),
            size(items, 2),
            // The first two are not there in older journals.
            new AllocationRatios(
                items.path(9).asDouble(1), items.path(10).asDouble(1), items.path(5).asDouble()),
            texts(items.path(6)),
            items.path(7).asText());
    List<Instance> instances = new ArrayList<>();
    items.path(8).forEach(item -> instances.add(instance(item)));
    return new HostState(host, instances);
  }

  private static Instance instance(JsonNode items) {
    return new Instance(
        items.path(0).asText(),
        items.path(1).asBoolean(),
        size(items, 2),
        items.path(5).asLong(),
        items.path(6).asDouble(),
        items.path(7).asInt(),
        items.path(8).asText(),
        items.path(9).asLong()); // not there in older journals: no limit
  }

  private static Size size(JsonNode items, int from) {
    return new Size(
        items.path(from).asInt(), items.path(from + 1).asInt(), items.path(from + 2).asInt());
  }

  private static List<String> texts(JsonNode items) {
    List<String> texts = new ArrayList<>();
    items.forEach(item -> texts.add(item.asText()));
    return texts;
  }
}
