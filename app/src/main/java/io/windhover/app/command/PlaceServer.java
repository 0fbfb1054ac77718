package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.http.HttpService;
import io.windhover.app.place.Wish;
import io.windhover.app.service.PlacementService;
import io.windhover.app.service.PlacementService.ServiceRules;
import io.windhover.app.service.ServiceStats;
import io.windhover.core.words.Counted;
import io.windhover.host.Interrupts;
import io.windhover.http.Patience;
import io.windhover.manager.SteadyClock;
import io.windhover.placement.AllocationRatios;
import io.windhover.placement.PlacementScheduler;
import io.windhover.store.StoreException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CountDownLatch;

/** Runs the placement service until a signal, or a failure of the disk, ends it. */
final class PlaceServer {
  private static final int PORT_MAX = 65_535;

  private final PrintWriter out;
  private final PrintWriter err;

  PlaceServer(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  int run(ServeOptions options, PlacementScheduler scheduler, AllocationRatios ratios) {
    var end = new CountDownLatch(1);
    var interrupts = new Interrupts(count -> end.countDown());
    try {
      long periodMillis = options.billingPeriodSeconds * 1000L;
      return serve(options, new ServiceRules(periodMillis, scheduler, ratios), end);
    } finally {
      interrupts.close();
    }
  }

  private int serve(ServeOptions options, ServiceRules rules, CountDownLatch end) {
    try (HttpService http =
        HttpService.start(
            settings(options),
            answerer ->
                PlacementService.start(options.folder, rules, SteadyClock.start(), answerer),
            this::complain)) {
      PlacementService service = http.service();
      service.onFailure(end::countDown);
      greet(options, http, service.stats());
      end.await();
      Throwable failure = service.failure();
      if (failure instanceof StoreException medium) {
        throw medium;
      }
      if (failure != null) {
        throw new IllegalStateException("the service failed", failure);
      }
      out.println("stopping: answering what was asked");
      out.flush();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED.number();
    }
    return ExitCode.DONE.number();
  }

  private void greet(ServeOptions options, HttpService http, ServiceStats stats) {
    String address = options.address.contains(":") ? "[" + options.address + "]" : options.address;
    out.printf(
        "serving on http://%s:%d from %s: %s, %s, %s%n",
        address,
        http.port(),
        options.folder,
        Counted.of(stats.hosts, "host"),
        Counted.of(stats.instances, "instance"),
        Counted.of(stats.reservations, "reservation"));
    out.flush();
  }

  private void complain(Throwable problem) {
    err.println("windhover: a connection failed: " + problem);
    err.flush();
  }

  private static HttpService.Settings settings(ServeOptions options) {
    check("--serve", options.port, 0, PORT_MAX);
    check("--reserve-seconds", options.reserveSeconds, 1, Wish.RESERVE_SECONDS_MAX);
    check("--billing-period-seconds", options.billingPeriodSeconds, 1, 366 * 86_400);
    try {
      return new HttpService.Settings(
          InetAddress.getByName(options.address),
          options.port,
          options.tokenFile,
          options.reserveSeconds,
          Patience.USUAL);
    } catch (UnknownHostException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "--bind: " + options.address + " is no address of this machine", e);
    }
  }

  private static void check(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%s: %d is out of range; expected %d to %d".formatted(option, value, min, max));
    }
  }
}
