package io.windhover.hook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.windhover.capacity.LeaseOrder;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.workload.Sizes;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * What a hook is asked on its standard input.
 *
 * @param lease that it is about; empty where it is about none
 * @param secret that is in the text and must get no further; empty where there is none
 */
record HookQuestion(Verb verb, String lease, String json, String secret) {
  /** Of the protocol; a hook that knows another must say so. */
  static final int VERSION = 1;

  private static final JsonFactory FACTORY = new JsonFactory();

  /** What can be asked; the last word of the command. */
  enum Verb {
    OFFERS,
    ASK,
    RELEASE,
    SURVEY;

    /** Whether something is rented or given back by it. */
    boolean changesLeases() {
      return this == ASK || this == RELEASE;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Writes the members that only this question has. */
  private interface Members {
    void write(JsonGenerator json) throws IOException;
  }

  private static HookQuestion of(
      HookSettings settings, Verb verb, String lease, String secret, Members members) {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("version", VERSION);
      json.writeStringField("verb", verb.word());
      json.writeStringField("mark", settings.mark());
      json.writeStringField("dir", settings.folder().toString());
      members.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return new HookQuestion(verb, lease, text + "\n", secret);
  }

  static HookQuestion offers(HookSettings settings) {
    return of(settings, Verb.OFFERS, "", "", json -> {});
  }

  static HookQuestion survey(HookSettings settings) {
    return of(settings, Verb.SURVEY, "", "", json -> {});
  }

  static HookQuestion release(HookSettings settings, String lease) {
    return of(settings, Verb.RELEASE, lease, "", json -> json.writeStringField("lease", lease));
  }

  static HookQuestion ask(
      HookSettings settings, LeaseOrder order, Offer offer, ManagerContact contact) {
    return of(
        settings,
        Verb.ASK,
        order.lease(),
        order.joinSecret(),
        json -> {
          json.writeStringField("lease", order.lease());
          json.writeNumberField("machine", order.machine());
          json.writeStringField("offer", offer.name());
          json.writeStringField("type", offer.machine().type());
          json.writeStringField("market", offer.market().text());
          json.writeNumberField("cores", offer.machine().cores());
          if (offer.machine().memoryBytes() < Sizes.BYTES_MAX) {
            json.writeNumberField("memoryBytes", offer.machine().memoryBytes());
          }
          startUp(json, order, offer.machine(), contact);
        });
  }

  private static void startUp(
      JsonGenerator json, LeaseOrder order, MachineSpec machine, ManagerContact contact)
      throws IOException {
    json.writeObjectFieldStart("startUp");
    json.writeStringField("join", contact.join());
    json.writeStringField("fingerprint", contact.fingerprint());
    json.writeStringField("keyPin", contact.keyPin());
    json.writeNumberField("patienceSeconds", contact.patienceSeconds());
    json.writeStringField("joinSecret", order.joinSecret());
    json.writeStringField("jarUrl", contact.jarUrl());
    json.writeStringField("jarFile", contact.jar().toString());
    json.writeStringField("jarSha256", contact.jarSha256());
    json.writeStringField(
        "script", StartUpScript.of(order.lease(), order.joinSecret(), machine, contact));
    json.writeEndObject();
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return lease.isEmpty() ? verb.word() : verb.word() + " " + lease;
  }
}
