package io.windhover.local;

import io.windhover.capacity.LaunchRefusal;
import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.Source;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceFailure;
import io.windhover.core.model.Offer;
import io.windhover.host.ScaledClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * This machine as a source, as a manager sees it: speaks to the cloud's own process ({@link
 * LocalCloud}) over a socket, and starts that process when it is not there. Closing this ends
 * nothing; whoever opens the same folder finds what was rented.
 */
public final class LocalSource implements Source {
  /**
   * What a manager says of itself and of the cloud it wants.
   *
   * @param folder of the cloud
   * @param mark of the pool
   * @param manager where machines reach it
   * @param variables of the machines' environment, such as WINDHOVER_FINGERPRINT; nothing secret
   * @param cloudCommand starts the cloud of this folder
   * @param patience with each call
   */
  public record Settings(
      Path folder,
      String mark,
      InetSocketAddress manager,
      SortedMap<String, String> variables,
      List<String> cloudCommand,
      Duration patience) {
    /** Half a minute: a cloud that must be started first needs a second or two. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    public Settings {
      folder = folder.toAbsolutePath().normalize();
      variables = new TreeMap<>(variables);
      cloudCommand = List.copyOf(cloudCommand);
    }
  }

  private final Settings settings;
  private final CloudStarter starter;
  private final CloudNews news;
  private final ScheduledExecutorService alarms =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "cloud time-outs");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean closed;

  /**
   * Opens the source; the cloud is started with the first call.
   *
   * @param news hears at once of what becomes of a machine, on a thread of its own
   */
  public LocalSource(Settings settings, Consumer<SourceAnswer> news) {
    this.settings = settings;
    this.starter = new CloudStarter(settings.folder(), settings.cloudCommand());
    this.news = new CloudNews(settings.folder(), line -> heard(line, news));
  }

  private void heard(Words words, Consumer<SourceAnswer> hears) throws SourceFailure {
    String kind = words.text();
    if (kind.equals(CloudLine.SEEN)) {
      List<Sighting> ours = new ArrayList<>();
      while (!words.isOver()) {
        Sighting seen = CloudWords.sighting(words);
        if (seen.lease().startsWith(settings.mark())) {
          ours.add(seen);
        }
      }
      if (ours.size() == 1) {
        hears.accept(new SourceAnswer.Seen(ours.get(0)));
      } else if (!ours.isEmpty()) {
        hears.accept(new SourceAnswer.SeenTogether(ours));
      }
    } else if (kind.equals(CloudLine.OFFERED)) {
      hears.accept(new SourceAnswer.Offered(offers()));
    }
  }

  /** Asks the cloud something and answers the lines that it says before the last. */
  private List<Words> call(String verb, Object... words) throws SourceFailure, LaunchRefusal {
    if (closed) {
      throw new SourceFailure("this source is closed");
    }
    List<Object> question = new ArrayList<>(List.of(verb));
    question.addAll(List.of(words));
    long untilNanos = System.nanoTime() + settings.patience().toNanos();
    try {
      try {
        return answer(Words.line(question), untilNanos);
      } catch (IOException brokenOff) {
        // A cloud that was just killed; every question may be asked again.
        return answer(Words.line(question), untilNanos);
      }
    } catch (IOException e) {
      throw new SourceFailure(
          System.nanoTime() - untilNanos >= 0
              ? "no answer after " + settings.patience().toMillis() / 1000.0 + " s"
              : String.valueOf(e.getMessage()),
          e);
    }
  }

  private List<Words> answer(String question, long untilNanos)
      throws IOException, SourceFailure, LaunchRefusal {
    try (CloudLine line = starter.dial(untilNanos)) {
      Future<?> alarm =
          alarms.schedule(line::close, untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
      try {
        line.say(question);
        return answer(line);
      } finally {
        alarm.cancel(false);
      }
    }
  }

  private static List<Words> answer(CloudLine line)
      throws IOException, SourceFailure, LaunchRefusal {
    List<Words> lines = new ArrayList<>();
    while (true) {
      Words heard = line.hear();
      if (heard.is(CloudLine.DONE)) {
        return lines;
      } else if (heard.is(CloudLine.ROW)) {
        lines.add(heard.skip());
      } else if (heard.is(CloudLine.REFUSED)) {
        throw new LaunchRefusal(heard.rest().get(1));
      } else if (heard.is(CloudLine.FAILED)) {
        throw new SourceFailure(heard.rest().get(1));
      } else {
        throw new IOException("the cloud said what nobody understands");
      }
    }
  }

  private List<Words> ask(String verb, Object... words) throws SourceFailure {
    try {
      return call(verb, words);
    } catch (LaunchRefusal e) {
      throw new SourceFailure(String.valueOf(e.getMessage()));
    }
  }

  /** The clock that the manager of these machines must go by. */
  public ScaledClock clock() throws SourceFailure {
    Words words = ask("hello").get(0);
    return new ScaledClock(words.number(), words.real());
  }

  /** For people: by which means machines are frozen here, and why not by better ones. */
  public String level() throws SourceFailure {
    return ask("hello").get(0).rest().get(2);
  }

  @Override
  public List<Offer> offers() throws SourceFailure {
    return ask("offers").stream().map(CloudWords::offer).toList();
  }

  @Override
  public void ask(LeaseOrder order) throws SourceFailure, LaunchRefusal {
    List<Object> words = contact();
    words.addAll(List.of(order.lease(), order.machine(), order.offer(), order.joinSecret()));
    var unused = call("ask", words.toArray());
  }

  private List<Object> contact() {
    List<Object> words = new ArrayList<>();
    words.add(settings.mark());
    words.add(settings.manager().getHostString());
    words.add(settings.manager().getPort());
    words.add(settings.variables().size());
    settings
        .variables()
        .forEach(
            (name, value) -> {
              words.add(name);
              words.add(value);
            });
    return words;
  }

  @Override
  public void release(String lease) throws SourceFailure {
    var unused = ask("release", lease);
  }

  /** A manager that comes back may be elsewhere: its machines are told, too. */
  @Override
  public List<Sighting> survey() throws SourceFailure {
    var unused = ask("contact", contact().toArray());
    return ask("survey", settings.mark()).stream().map(CloudWords::sighting).toList();
  }

  /** Ends the cloud with all that is rented there, whoever rented it; one that is not is fine. */
  public void endCloud() {
    try (CloudLine line = CloudLine.dial(settings.folder())) {
      Future<?> alarm =
          alarms.schedule(line::close, settings.patience().toMillis(), TimeUnit.MILLISECONDS);
      try {
        line.say("end");
        line.hear();
      } finally {
        alarm.cancel(false);
      }
    } catch (IOException gone) {
      // As was wished; perhaps before it had said so.
    }
  }

  @Override
  public void close() {
    closed = true;
    news.close();
    alarms.shutdownNow();
  }
}
