package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.place.BadField;
import io.windhover.app.place.InputFiles;
import io.windhover.app.place.PluginFailure;
import io.windhover.app.place.SchedulerChoice;
import io.windhover.app.place.Wish;
import io.windhover.placement.AllocationRatios;
import io.windhover.placement.Cluster;
import io.windhover.placement.Placement;
import io.windhover.placement.Placement.Placed;
import io.windhover.placement.Placement.Refused;
import io.windhover.placement.PlacementScheduler;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which host takes an instance, and who makes room for it. */
@Command(
    name = "place",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Chooses the host for an instance and, when it must, the cheapest preemptible instances to"
          + " end on it. With --state and --request it decides once and changes nothing; with"
          + " --serve it keeps hosts and reservations and answers over HTTP.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover place --state examples/placement/case1.state.json \\",
      "                  --request examples/placement/case1.request.json",
      "  windhover place --state s.json --request r.json --json",
      "  windhover place --state s.json --request r.json \\",
      "    --rank cheapest-victims=10 --rank free-ram=1",
      "  windhover place --state s.json --request r.json \\",
      "    --cost revenue --cost count=0.01",
      "  windhover place --state s.json --request r.json --cpu-allocation-ratio 4",
      "  windhover place --state s.json --request r.json \\",
      "    --plugins plugins --rank near-full=1",
      "  windhover place --serve 8080 --dir /var/lib/windhover   on this machine only",
      "  windhover place --serve 8080 --dir state --bind 0.0.0.0 --token-file token",
      "",
      "The service describes itself at /openapi.json; docs/place.md is the page for operators. What"
          + " it has answered is on disk; SIGTERM or Ctrl-C ends it when all that was asked is"
          + " answered.",
      "Ranks: overcommit, period, cheapest-victims (the default), fewest-victims, revenue,"
          + " free-ram, free-vcpus, pack-ram, pack-vcpus. Costs: period (seconds into the billing"
          + " period, the default), count, revenue, age, priority.",
      "Exit codes: 0 placed, or the service was ended; 2 bad input; 3 no host can take it"
          + " (the reason is said), or the disk failed; 6 the folder or the port is in use."
    })
public final class Place implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--state", paramLabel = "STATE.json", description = "Hosts and what runs there.")
  private @Nullable Path state;

  @Option(names = "--request", paramLabel = "REQUEST.json", description = "What is to be placed.")
  private @Nullable Path request;

  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Breaks ties between hosts; the same seed, the same choice. Default: 0.")
  private long seed;

  @Option(
      names = "--rank",
      paramLabel = "NAME=WEIGHT",
      description = "Prefer hosts by this; repeat it for a weighted sum.")
  private List<String> ranks = new ArrayList<>();

  @Option(
      names = "--cost",
      paramLabel = "NAME[=WEIGHT]",
      description = "What ending an instance costs; repeat it for a weighted sum.")
  private List<String> costs = new ArrayList<>();

  @Option(
      names = "--scheduler",
      paramLabel = "NAME",
      defaultValue = "one-pass",
      description = "one-pass, plain (ends nothing) or retry (two passes). Default: one-pass.")
  private String scheduler = "one-pass";

  @Option(
      names = "--plugins",
      paramLabel = "DIR",
      description =
          "Filters, ranks and costs of your own, from the jars in this folder; see"
              + " docs/place.md.")
  private @Nullable Path plugins;

  @Option(
      names = "--filter",
      paramLabel = "NAME",
      description = "Use this filter of a plug-in beside those that ship; repeatable.")
  private List<String> filters = new ArrayList<>();

  @Option(
      names = "--cpu-allocation-ratio",
      paramLabel = "R",
      defaultValue = "1",
      description =
          "A host that does not say promises so many times its vCPUs. Default: 1. One instance"
              + " never gets more than the host has.")
  private double cpuRatio = 1;

  @Option(
      names = "--ram-allocation-ratio",
      paramLabel = "R",
      defaultValue = "1",
      description = "The same for RAM. Default: 1.")
  private double ramRatio = 1;

  @ArgGroup(exclusive = false, heading = "%nThe service:%n")
  private @Nullable ServeOptions serving;

  @Override
  public Integer call() {
    try {
      ServeOptions service = serving;
      if (service != null) {
        return serve(service);
      }
      return decide(choice());
    } catch (BadField | PluginFailure e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  private int serve(ServeOptions service) {
    if (state != null || request != null || json) {
      throw new ParameterException(
          spec.commandLine(), "--serve takes no --state, --request or --json");
    }
    return new PlaceServer(spec.commandLine().getOut(), spec.commandLine().getErr())
        .run(service, choice(), ratios());
  }

  private PlacementScheduler choice() {
    return new SchedulerChoice(scheduler, filters, ranks, costs, plugins).make();
  }

  private AllocationRatios ratios() {
    return new AllocationRatios(
        ratio("--cpu-allocation-ratio", cpuRatio), ratio("--ram-allocation-ratio", ramRatio), 1);
  }

  private static double ratio(String option, double value) {
    if (!(value > 0 && value <= AllocationRatios.MAX)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%s: %s is out of range; expected a number above 0, at most %.0f"
              .formatted(option, value, AllocationRatios.MAX));
    }
    return value;
  }

  private int decide(PlacementScheduler chosen) {
    if (state == null || request == null) {
      String missing = state == null ? "--state" : "--request";
      throw new ParameterException(spec.commandLine(), "Missing required option: " + missing);
    }
    // Run times are told, not start times, so any present will do.
    long nowMillis = 0;
    Cluster cluster = InputFiles.state(state, ratios(), nowMillis);
    Wish wish = InputFiles.request(request, cluster);
    Placement answer = chosen.place(cluster, wish.request(), nowMillis, seed);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.line(members(answer, wish.request().maxRunSeconds())));
    } else {
      PlaceText.of(answer, cluster, wish.request(), String.join(" + ", costs))
          .forEach(out::println);
    }
    return (answer instanceof Placed ? ExitCode.DONE : ExitCode.IMPOSSIBLE).number();
  }

  private static Map<String, @Nullable Object> members(Placement answer, long maxRunSeconds) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (answer instanceof Placed placed) {
      members.put("host", placed.host());
      members.put("victims", placed.victims());
      members.put("victimCost", placed.victimCost());
      if (!placed.provenCheapest()) {
        members.put("provenCheapest", false);
      }
      if (maxRunSeconds > 0) {
        members.put("maxRunSeconds", maxRunSeconds);
      }
    } else if (answer instanceof Refused refused) {
      members.put("host", null);
      members.put("reason", refused.reason());
    }
    return members;
  }
}
