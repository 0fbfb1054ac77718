package io.windhover.app.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * The part of EC2 that the example uses, in the Query protocol: calls must be signed, RunInstances
 * is idempotent by its token, a persistent request launches again when its instance has ended.
 */
final class Ec2Stub implements AutoCloseable {
  static final String KEY = "AKIDEXAMPLE";
  static final String SECRET = "stub/secret+key";

  private static final String SPOT_PRICE = "0.031000";

  /** A persistent spot request. */
  static final class SpotRequest {
    final String id;
    final Map<String, String> call;
    String state = "active";
    String status = "fulfilled";
    String instance;

    SpotRequest(String id, Map<String, String> call, String instance) {
      this.id = id;
      this.call = call;
      this.instance = instance;
    }
  }

  final List<String> calls = new CopyOnWriteArrayList<>();
  final Map<String, StubInstance> instances = new LinkedHashMap<>();
  final Map<String, SpotRequest> requests = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> launches = new TreeMap<>();
  private final Path folder;
  private final Map<String, String> environment;
  private final HttpServer server;
  private int roomLeft = Integer.MAX_VALUE;

  /**
   * Opens it on loopback.
   *
   * @param folder in which instances have their disks
   * @param environment of instances
   */
  Ec2Stub(Path folder, Map<String, String> environment) throws IOException {
    this.folder = folder;
    this.environment = environment;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.createContext("/", this::serve);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  synchronized void room(int machines) {
    roomLeft = machines;
  }

  /** Those that are not over. */
  synchronized List<StubInstance> alive() {
    return instances.values().stream().filter(i -> !i.state().equals("terminated")).toList();
  }

  private void serve(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    int status = 200;
    String answer;
    if (SignedCall.isRight(exchange.getRequestHeaders(), body, KEY, SECRET)) {
      Map<String, String> call = form(new String(body, StandardCharsets.UTF_8));
      String action = call.getOrDefault("Action", "");
      calls.add(action);
      answer = answer(action, call);
      status = answer.startsWith("<Response>") ? 400 : 200;
    } else {
      status = 401;
      answer = error("AuthFailure", "the signature is wrong");
    }
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/xml");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static Map<String, String> form(String body) {
    Map<String, String> fields = new TreeMap<>();
    for (String field : body.split("&", -1)) {
      String[] parts = field.split("=", 2);
      fields.put(
          URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
          URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return fields;
  }

  private synchronized String answer(String action, Map<String, String> call) {
    return switch (action) {
      case "RunInstances" -> runInstances(call);
      case "DescribeInstances" ->
          response(action, set("reservationSet", items(call, instances.values(), this::instance)));
      case "DescribeSpotInstanceRequests" ->
          response(
              action, set("spotInstanceRequestSet", items(call, requests.values(), this::request)));
      case "CancelSpotInstanceRequests" -> cancel(call);
      case "TerminateInstances" -> terminate(call);
      case "DescribeSpotPriceHistory" -> response(action, set("spotPriceHistorySet", prices(call)));
      default -> error("InvalidAction", action);
    };
  }

  /** Persistent requests whose instances have ended launch others, without their tags. */
  synchronized void relaunch() {
    for (SpotRequest request : requests.values()) {
      StubInstance of = instances.get(request.instance);
      if (request.state.equals("active") && of != null && of.state().equals("terminated")) {
        request.instance = launch(request.call, Map.of()).id;
      }
    }
  }

  private StubInstance launch(Map<String, String> call, Map<String, String> tags) {
    String id = "i-%017x".formatted(instances.size() + 1);
    var instance =
        new StubInstance(
            id,
            call.get("ClientToken"),
            tags,
            Base64.getDecoder().decode(call.get("UserData")),
            folder.resolve(id),
            environment);
    instances.put(id, instance);
    return instance;
  }

  private String runInstances(Map<String, String> call) {
    List<StubInstance> before =
        instances.values().stream().filter(i -> i.token.equals(call.get("ClientToken"))).toList();
    if (!before.isEmpty()) {
      return call.equals(launches.get(call.get("ClientToken")))
          ? run(before.get(0))
          : error("IdempotentParameterMismatch", "The same token came with another request");
    }
    if (roomLeft-- <= 0) {
      return error("InsufficientInstanceCapacity", "There is no capacity");
    }
    boolean spot = "spot".equals(call.get("InstanceMarketOptions.MarketType"));
    String options = "InstanceMarketOptions.SpotOptions.";
    if (!"terminate".equals(call.get("InstanceInitiatedShutdownBehavior"))
        || (spot && !"true".equals(call.get("HibernationOptions.Configured")))
        || (spot && !"persistent".equals(call.get(options + "SpotInstanceType")))
        || (spot && Instant.parse(call.get(options + "ValidUntil")).isBefore(Instant.now()))) {
      return error("InvalidParameterCombination", "not what a machine that hibernates needs");
    }
    StubInstance instance = launch(call, tags(call));
    launches.put(call.get("ClientToken"), call);
    if (spot) {
      String id = "sir-%08d".formatted(requests.size() + 1);
      requests.put(id, new SpotRequest(id, call, instance.id));
    }
    return run(instance);
  }

  private String run(StubInstance instance) {
    return response(
        "RunInstances",
        "<reservationId>r-1</reservationId>" + set("instancesSet", List.of(bare(instance))));
  }

  private static Map<String, String> tags(Map<String, String> call) {
    Map<String, String> tags = new TreeMap<>();
    for (int i = 1; call.containsKey("TagSpecification.1.Tag." + i + ".Key"); i++) {
      String tag = "TagSpecification.1.Tag." + i;
      tags.put(call.get(tag + ".Key"), call.get(tag + ".Value"));
    }
    return tags;
  }

  /** One thing in words, and its tags. */
  private record Shown(Map<String, String> tags, String xml) {}

  private interface Showing<T> {
    Shown show(T thing);
  }

  private static <T> List<String> items(
      Map<String, String> call, Iterable<T> things, Showing<T> showing) {
    String filter = call.get("Filter.1.Name").replace("tag:", "");
    String value = call.get("Filter.1.Value.1");
    List<String> found = new ArrayList<>();
    for (T thing : things) {
      Shown shown = showing.show(thing);
      String tag = shown.tags().getOrDefault(filter, "");
      boolean fits =
          value.endsWith("*")
              ? tag.startsWith(value.substring(0, value.length() - 1))
              : tag.equals(value);
      if (fits) {
        found.add(shown.xml());
      }
    }
    return found;
  }

  private Shown instance(StubInstance instance) {
    return new Shown(instance.tags, set("instancesSet", List.of(bare(instance))));
  }

  private static String bare(StubInstance instance) {
    return """
    <instanceId>%s</instanceId><instanceState><code>0</code><name>%s</name></instanceState>
    <launchTime>%s</launchTime><reason>%s</reason>%s<blockDeviceMapping><item>
    <deviceName>/dev/xvda</deviceName><ebs><attachTime>%s</attachTime></ebs></item>
    </blockDeviceMapping>\
    """
        .formatted(
            instance.id,
            instance.state(),
            instance.started(),
            instance.reason(),
            tagSet(instance.tags),
            instance.launched);
  }

  private Shown request(SpotRequest request) {
    Map<String, String> tags = tags(request.call);
    String xml =
        """
        <spotInstanceRequestId>%s</spotInstanceRequestId><state>%s</state>%s
        <instanceId>%s</instanceId><status><code>%s</code><updateTime>%s</updateTime></status>\
        """
            .formatted(
                request.id,
                request.state,
                tagSet(tags),
                request.instance,
                request.status,
                Instant.now());
    return new Shown(tags, xml);
  }

  private static String tagSet(Map<String, String> tags) {
    return set(
        "tagSet",
        tags.entrySet().stream()
            .map(t -> "<key>%s</key><value>%s</value>".formatted(t.getKey(), t.getValue()))
            .toList());
  }

  private String cancel(Map<String, String> call) {
    for (int i = 1; call.containsKey("SpotInstanceRequestId." + i); i++) {
      requests.get(call.get("SpotInstanceRequestId." + i)).state = "cancelled";
    }
    return response("CancelSpotInstanceRequests", set("spotInstanceRequestSet", List.of()));
  }

  private String terminate(Map<String, String> call) {
    for (int i = 1; call.containsKey("InstanceId." + i); i++) {
      instances.get(call.get("InstanceId." + i)).terminate();
    }
    relaunch();
    return response("TerminateInstances", set("instancesSet", List.of()));
  }

  private static List<String> prices(Map<String, String> call) {
    List<String> prices = new ArrayList<>();
    for (int i = 1; call.containsKey("InstanceType." + i); i++) {
      prices.add(
          "<instanceType>%s</instanceType><spotPrice>%s</spotPrice>"
              .formatted(call.get("InstanceType." + i), SPOT_PRICE));
    }
    return prices;
  }

  private static String set(String name, List<String> items) {
    return items.stream()
        .map(item -> "<item>" + item + "</item>")
        .collect(Collectors.joining("", "<" + name + ">", "</" + name + ">"));
  }

  private static String response(String action, String content) {
    return """
    <%1$sResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/">
    <requestId>r</requestId>%2$s</%1$sResponse>\
    """
        .formatted(action, content);
  }

  private static String error(String code, String message) {
    return """
    <Response><Errors><Error>
    <Code>%s</Code><Message>%s</Message></Error></Errors></Response>\
    """
        .formatted(code, message);
  }

  @Override
  public synchronized void close() {
    server.stop(0);
    requests.values().forEach(request -> request.state = "cancelled");
    instances.values().forEach(StubInstance::terminate);
  }
}
