package io.windhover.hook;

import io.windhover.capacity.SourceFailure;
import io.windhover.core.model.Offer;
import io.windhover.workload.Documents;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Section;
import io.windhover.workload.Shown;
import io.windhover.workload.Values;
import io.windhover.workload.scenario.CatalogueReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Judges what a hook has printed. Whatever is not as it should be is a line for each problem. */
final class HookAnswer {
  private static final String EXPECTED = "one JSON object such as {\"version\": 1}";

  private final String call;
  private final Problems problems;
  private final Values values;
  private final byte[] printed;

  /**
   * An answer.
   *
   * @param call that it answers, as people read it
   */
  HookAnswer(String call, byte[] printed) {
    this.call = call;
    this.printed = printed;
    this.problems = new Problems(call);
    this.values = new Values(problems);
  }

  /** What is done with an answer that has the right version. */
  private interface Reading<T> {
    T read(Section answer, Node.Fields map);
  }

  private <T> T read(List<String> fields, Reading<T> reading) throws SourceFailure {
    if (new String(printed, StandardCharsets.ISO_8859_1).isBlank()) {
      throw SourceFailure.broken(call + ": printed nothing; expected " + EXPECTED);
    }
    try {
      Node.Fields map = Documents.json(printed, EXPECTED, problems);
      List<String> known = new ArrayList<>(List.of("version"));
      known.addAll(fields);
      var answer = new Section(map, "", known, "the answer", problems);
      if (answer.lacks("version")) {
        problems.add(map.line(), "version", "is missing; expected " + HookQuestion.VERSION);
      }
      answer
          .value("version")
          .ifPresent(n -> values.whole(n, "version", HookQuestion.VERSION, HookQuestion.VERSION));
      T meaning = reading.read(answer, map);
      problems.throwIfAny();
      return meaning;
    } catch (JobFileException e) {
      throw SourceFailure.broken(String.valueOf(e.getMessage()));
    }
  }

  /** Of a verb whose answer says nothing but that it is done. */
  void done() throws SourceFailure {
    var unused = read(List.of(), (answer, map) -> true);
  }

  /** Why a machine was not rented, if it was not. */
  Optional<String> refusal() throws SourceFailure {
    return read(
        List.of("refused"),
        (answer, map) -> answer.value("refused").map(n -> values.written(n, "refused")));
  }

  /**
   * What can be rented, in the words of catalogues.
   *
   * <p>Where running machines follow a price, the offers say so: the survey must then say what a
   * machine that has ended was charged.
   */
  List<Offer> offers() throws SourceFailure {
    return read(
        List.of("catalogue", "repriced"),
        (answer, map) -> {
          boolean repriced =
              answer.value("repriced").map(n -> values.flag(n, "repriced")).orElse(false);
          return catalogue(answer, map).stream().map(o -> repriced ? repriced(o) : o).toList();
        });
  }

  private List<Offer> catalogue(Section answer, Node.Fields map) {
    Optional<Node> node = answer.value("catalogue");
    if (answer.lacks("catalogue")) {
      problems.add(map.line(), "catalogue", "is missing; expected what can be rented");
    } else if (node.isPresent() && node.get() instanceof Node.Fields catalogue) {
      return CatalogueReader.offers(catalogue, "catalogue", problems);
    }
    node.ifPresent(
        n ->
            values.wrong(
                n, "catalogue", Shown.node(n) + " is not an object; expected one with types"));
    return List.of();
  }

  private static Offer repriced(Offer offer) {
    return new Offer(
        offer.name(),
        offer.market(),
        offer.machine(),
        offer.limit(),
        offer.marketLimit(),
        offer.marketCores(),
        offer.gflops(),
        offer.startUpMillis(),
        offer.billing().repricing());
  }

  /** Everything that is there, each lease once. */
  List<SurveyedMachine> machines() throws SourceFailure {
    return read(List.of("machines"), this::machines);
  }

  private List<SurveyedMachine> machines(Section answer, Node.Fields map) {
    if (answer.lacks("machines")) {
      problems.add(map.line(), "machines", "is missing; expected a list, which may be empty");
    }
    Optional<Node> node = answer.value("machines");
    if (node.isPresent() && node.get() instanceof Node.Items list) {
      return machines(list);
    }
    node.ifPresent(n -> values.wrong(n, "machines", Shown.node(n) + " is not a list"));
    return List.of();
  }

  private List<SurveyedMachine> machines(Node.Items list) {
    List<SurveyedMachine> machines = new ArrayList<>();
    Set<String> leases = new LinkedHashSet<>();
    for (int i = 0; i < list.items().size(); i++) {
      Node item = list.items().get(i);
      String path = "machines[" + i + "]";
      if (item instanceof Node.Fields fields) {
        SurveyedMachine seen = SurveyedMachine.read(fields, path, problems);
        if (!leases.add(seen.lease())) {
          problems.add(
              fields.line(),
              path + ".lease",
              "%s is there twice; expected each lease once".formatted(Shown.quoted(seen.lease())));
        }
        machines.add(seen);
      } else {
        values.wrong(item, path, Shown.node(item) + " is not an object");
      }
    }
    return machines;
  }
}
