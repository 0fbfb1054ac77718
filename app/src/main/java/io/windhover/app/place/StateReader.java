package io.windhover.app.place;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windhover.placement.AllocationRatios;
import io.windhover.placement.Cluster;
import io.windhover.placement.Instance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A cluster from JSON, host by host, so that no tree of the whole text stands in memory. */
final class StateReader {
  private static final int PERIOD_SECONDS_MAX = 366 * 86_400;
  private static final List<String> STATE = List.of("billingPeriodSeconds", "hosts");

  private final JsonParser parser;
  private final AllocationRatios usual;
  private final long nowMillis;
  private final List<HostState> hosts = new ArrayList<>();
  private final Map<String, String> pathByHost = new HashMap<>();
  private final Map<String, String> hostByInstance = new HashMap<>();
  private final ObjectNode rest = JsonNodeFactory.instance.objectNode();
  private boolean hostsSeen;

  private StateReader(JsonParser parser, AllocationRatios usual, long nowMillis) {
    this.parser = parser;
    this.usual = usual;
    this.nowMillis = nowMillis;
  }

  static Cluster read(JsonParser parser, AllocationRatios usual, long nowMillis)
      throws IOException {
    return new StateReader(parser, usual, nowMillis).read();
  }

  private Cluster read() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw new BadField("", "is empty; expected a JSON object");
    }
    if (first != JsonToken.START_OBJECT) {
      Fields.of(JsonText.value(parser), "", STATE);
    }
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      boolean list = parser.nextToken() == JsonToken.START_ARRAY;
      if (name.equals("hosts") && list) {
        readHosts();
      } else {
        rest.set(name, JsonText.value(parser));
        Fields.of(rest, "", STATE);
      }
    }
    JsonText.refuseMore(parser);
    return cluster();
  }

  private void readHosts() throws IOException {
    hostsSeen = true;
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      String path = "hosts[" + i + "]";
      HostState host = HostReader.read(JsonText.value(parser), path, "", usual, nowMillis);
      String id = host.host().id();
      String other = pathByHost.putIfAbsent(id, path);
      if (other != null) {
        throw new BadField(
            path + ".id", Fields.quoted(id) + " is given twice, first at " + other + ".id");
      }
      checkInstances(host, path);
      hosts.add(host);
    }
  }

  private void checkInstances(HostState state, String path) {
    List<Instance> instances = state.instances();
    for (int i = 0; i < instances.size(); i++) {
      String id = instances.get(i).id();
      String other = hostByInstance.putIfAbsent(id, state.host().id());
      if (other != null) {
        throw new BadField(
            path + ".instances[" + i + "].id",
            Fields.quoted(id) + " is given twice, first on host " + other);
      }
    }
  }

  private Cluster cluster() {
    Fields fields = Fields.of(rest, "", STATE);
    if (!hostsSeen) {
      fields.list("hosts", 0);
    }
    long seconds = fields.wholeOr("billingPeriodSeconds", 1, PERIOD_SECONDS_MAX, 3600);
    var cluster = new Cluster(seconds * 1000);
    for (HostState host : hosts) {
      cluster.addHost(host.host());
      host.instances().forEach(instance -> cluster.addInstance(host.host().id(), instance));
    }
    return cluster;
  }
}
