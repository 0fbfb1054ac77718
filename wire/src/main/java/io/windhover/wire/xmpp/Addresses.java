package io.windhover.wire.xmpp;

import io.windhover.wire.AttemptRef;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is where in a manager's domain: pool@, submit@, job_37@ and its task job_37@/99. */
public record Addresses(String domain) {
  /** Without the underscore too: the paper's Figure 6 writes job42@. */
  private static final Pattern JOB = Pattern.compile("job_?([1-9][0-9]{0,8})");

  private static final Pattern TASK = Pattern.compile("0|[1-9][0-9]{0,8}");

  /** Who or what a stanza is for. */
  public sealed interface Target {
    /** The manager as such; the paper's Figure 7 sends a job there. */
    record Domain() implements Target {}

    record Pool() implements Target {}

    record Submit() implements Target {}

    record Job(int job) implements Target {}

    record Task(int job, int task) implements Target {}

    /** Nothing of ours. */
    record Nobody() implements Target {}
  }

  public Jid pool() {
    return new Jid("pool", domain, "");
  }

  public Jid submit() {
    return new Jid("submit", domain, "");
  }

  public Jid job(int job) {
    return new Jid("job_" + job, domain, "");
  }

  public Jid task(AttemptRef ref) {
    return new Jid("job_" + ref.job(), domain, Integer.toString(ref.task()));
  }

  public Target target(Jid to) {
    if (!to.domain().equals(domain)) {
      return new Target.Nobody();
    }
    return switch (to.local()) {
      case "" -> new Target.Domain();
      case "pool" -> new Target.Pool();
      case "submit" -> new Target.Submit();
      default -> {
        Matcher job = JOB.matcher(to.local());
        yield job.matches()
            ? inJob(Integer.parseInt(job.group(1)), to.resource())
            : new Target.Nobody();
      }
    };
  }

  private static Target inJob(int job, String resource) {
    if (resource.isEmpty()) {
      return new Target.Job(job);
    }
    return TASK.matcher(resource).matches()
        ? new Target.Task(job, Integer.parseInt(resource))
        : new Target.Nobody();
  }
}
