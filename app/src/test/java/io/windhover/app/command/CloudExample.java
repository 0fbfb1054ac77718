package io.windhover.app.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An example of a hook, tried with a small job: {@code NAME.py} with its settings. */
final class CloudExample {
  /** What the worker of a machine is run by here; small, since several run at once. */
  static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java") + " -Xmx128m -XX:TieredStopAtLevel=1";

  private static final Path FOLDER =
      Path.of(System.getProperty("windhover.root"), "examples", "clouds");

  private final String name;

  CloudExample(String name) {
    this.name = name;
  }

  Path script() {
    return FOLDER.resolve(name + ".py");
  }

  /** As they are in the example. */
  String settings() throws IOException {
    return Files.readString(FOLDER.resolve(name + ".json"));
  }

  /** Writes cloud.yaml, with these settings, and job.yaml, whose tasks write into the file ran. */
  void write(Program program, String settings, int machines, int tasks) throws IOException {
    program.write(name + ".json", settings);
    program.write(
        "cloud.yaml",
        """
        source: hook
        hook: {command: [/usr/bin/python3, %s, %s.json], every: 1s}
        limits: {machines: %d}
        """
            .formatted(script(), name, machines));
    program.write(
        "job.yaml",
        """
        name: bag
        deadline: 20m
        tasks: [{name: t, count: %d, command: 'echo {index} >> %s; sleep 3', runtime: 3s}]
        """
            .formatted(tasks, program.folder().resolve("ran")));
  }
}
