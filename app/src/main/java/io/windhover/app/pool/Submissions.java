package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobRules;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.words.Counted;
import io.windhover.manager.JournalCodec;
import io.windhover.manager.PoolView;
import io.windhover.manager.UnreadableJournal;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Problem;
import io.windhover.workload.SubmissionReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Jobs that come in: Kestrel's in one stanza, whole job files in parts. */
final class Submissions {
  private static final Pattern UPLOAD = Pattern.compile("[A-Za-z0-9._:-]{1,200}");

  /** The last part of a command's first word. */
  private static final Pattern PROGRAM =
      Pattern.compile("\\s*(?:[^\\s'\"]*/)?([^\\s'\"/]{1,100})(?:\\s.*)?", Pattern.DOTALL);

  private final Counter counter;
  private final DeskLimits limits;
  private final JobCheck check;
  private final Uploads uploads;
  private final JobPresence roster;

  Submissions(Counter counter, DeskLimits limits, JobCheck check, JobPresence roster) {
    this.counter = counter;
    this.limits = limits;
    this.check = check;
    this.uploads = new Uploads(limits);
    this.roster = roster;
  }

  /** {@code <job action="submit">}: as many tasks as asked for, each with its index last. */
  void submit(Stanza iq, String owner, Xml job) throws Refusal, BadStanza {
    String upload = upload(job);
    JobSpec spec = kestrels(job);
    offer(iq, owner, upload, spec, wantsRoster(job));
  }

  /** A part of a whole job; the last to come is answered with the job's id. */
  void part(Stanza iq, String owner, Xml part) throws Refusal {
    String upload = upload(part);
    if (upload.isEmpty()) {
      throw Refusal.bad("a part names its upload");
    }
    Optional<String> whole = uploads.take(owner, upload, part, counter.nowMillis());
    if (whole.isEmpty()) {
      counter.send(iq.result());
      return;
    }
    offer(iq, owner, upload, read(whole.get()), wantsRoster(part));
  }

  /** The job of a submission; older clients send it as the journal has it. */
  private static JobSpec read(String json) throws Refusal {
    try {
      return SubmissionReader.saysItsForm(json)
          ? SubmissionReader.read(json)
          : JournalCodec.jobSpec(json);
    } catch (JobFileException e) {
      Problem first = e.problems().get(0);
      throw Refusal.bad(
          first.field().isEmpty() ? first.message() : first.field() + ": " + first.message());
    } catch (UnreadableJournal e) {
      throw Refusal.bad("the job does not read: " + Refusal.quoted(String.valueOf(e.getMessage())));
    } catch (StackOverflowError e) {
      throw Refusal.bad("the job does not read: it is nested too deeply");
    }
  }

  private static boolean wantsRoster(Xml job) {
    return !job.attribute("roster").equals("false");
  }

  private static String upload(Xml element) throws Refusal {
    String upload = element.attribute("upload");
    if (!upload.isEmpty() && !UPLOAD.matcher(upload).matches()) {
      throw Refusal.bad("an upload's name is of 1 to 200 letters, digits and . _ : -");
    }
    return upload;
  }

  /** What the manager knows of a submission before it is judged. */
  private record Standing(Optional<Integer> accepted, Optional<String> excess) {}

  private void offer(Stanza iq, String owner, String upload, JobSpec spec, boolean shown) {
    counter.look(
        iq,
        pool -> new Standing(pool.uploaded(owner, upload), excess(pool, owner, spec)),
        standing -> {
          if (standing.accepted.isPresent()) {
            // Said again because the answer was lost: it counts as it was, even if it is late now.
            answer(iq, standing.accepted.get());
            return;
          }
          check.check(spec, counter.nowMillis());
          checkRights(owner, spec);
          if (standing.excess.isPresent()) {
            throw Refusal.tooMuch(standing.excess.get());
          }
          counter.record(
              iq,
              counter.manager().submit(spec, owner, upload),
              job -> {
                answer(iq, job);
                if (shown) {
                  roster.accepted(job, owner);
                }
              });
        });
  }

  private void checkRights(String owner, JobSpec spec) throws Refusal {
    if (!counter.rights().maySubmit().test(owner)) {
      throw new Refusal(
          Stanza.Condition.FORBIDDEN,
          owner + " is a worker's account and may not submit here (users: in the pool's settings)");
    }
    int highest = counter.rights().highestPriority().applyAsInt(owner);
    for (TaskGroup group : spec.groups()) {
      if (group.priority() > highest) {
        throw Refusal.tooMuch(
            "priority %d of %s is higher than you may give; expected at most %d"
                .formatted(group.priority(), group.name(), highest));
      }
    }
  }

  private void answer(Stanza iq, int job) {
    counter.send(iq.result(Xml.of("job", KESTREL_JOB).with("id", job)));
  }

  /** Why this owner has enough to be done already. */
  private Optional<String> excess(PoolView pool, String owner, JobSpec spec) {
    long tasks = spec.taskCount();
    int jobs = 1;
    for (Job job : pool.world().liveJobs()) {
      if (pool.owns(owner, job.id())) {
        jobs++;
        tasks += job.count(TaskState.WAITING) + job.count(TaskState.RUNNING);
      }
    }
    if (jobs > limits.liveJobsMax()) {
      return Optional.of("you have " + Counted.of(jobs - 1, "job") + " not over yet");
    }
    return tasks > limits.liveTasksMax()
        ? Optional.of(
            "with these you would have %,d tasks that are not over; at most %,d are taken"
                .formatted(tasks, limits.liveTasksMax()))
        : Optional.empty();
  }

  private JobSpec kestrels(Xml job) throws Refusal, BadStanza {
    int tasks = Numbers.attribute(job, "queue", 1, limits.jobTasksMax(), 1);
    String command = text(job, "command");
    if (command.isBlank()) {
      throw Refusal.bad("a job has a command");
    }
    Matcher program = PROGRAM.matcher(command);
    String name = job.attribute("name");
    if (name.isEmpty()) {
      String fitting = program.matches() ? JobRules.fittingName(program.group(1)) : "";
      name = fitting.isEmpty() ? "job" : fitting;
    }
    var script = Script.literal(List.of(command), text(job, "cleanup"), new TreeMap<>(), true);
    var group =
        new TaskGroup(
            "task",
            tasks,
            script,
            "task",
            new Need(requires(job), 1, 0),
            List.of(),
            RuntimeEstimate.UNKNOWN,
            0,
            true,
            0,
            0,
            0);
    return new JobSpec(name, "", new Deadline.None(), true, List.of(group));
  }

  private static List<String> requires(Xml job) {
    List<String> labels = new ArrayList<>();
    for (Xml requires : job.children("requires")) {
      for (String label : requires.text().split("[\\s,]+", -1)) {
        if (!label.isEmpty()) {
          labels.add(label);
        }
      }
    }
    return labels;
  }

  private static String text(Xml job, String child) throws BadStanza {
    Optional<Xml> found = job.child(child);
    return found.isPresent() ? found.get().plainText() : "";
  }
}
