package io.windhover.app.place;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.placement.HostRank;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Jars with filters, ranks and costs, really compiled. */
public final class PluginStage {
  private PluginStage() {}

  private static Path place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String api() {
    return place(HostRank.class) + ":" + place(Nullable.class);
  }

  /** Builds the example by its own script; returns the folder of its jar. */
  public static Path example(Path folder) throws IOException, InterruptedException {
    Path script =
        Path.of(System.getProperty("windhover.root"), "examples", "placement", "plugin", "build");
    var builder =
        new ProcessBuilder(script.toString(), folder.toString()).redirectErrorStream(true);
    builder.environment().put("WINDHOVER_JAR", api());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return folder;
  }

  /**
   * Makes a jar with one class.
   *
   * @param body the class from the word class on; it may use io.windhover.placement
   * @param offers what the manifest says the jar offers; empty: nothing
   */
  public static void jar(Path folder, String name, String body, String offers) throws IOException {
    Path work = Files.createTempDirectory(folder.getParent(), "work");
    Path source = work.resolve(name + ".java");
    Files.writeString(source, "import io.windhover.placement.*;\npublic " + body);
    String[] options = {
      "-proc:none", "-cp", api(), "-d", work.toString(), source.toString(),
    };
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options)).isZero();
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (!offers.isEmpty()) {
      manifest.getMainAttributes().putValue("Windhover-Placement", offers);
    }
    Files.createDirectories(folder);
    Path jar = folder.resolve(name + ".jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new JarEntry(name + ".class"));
      out.write(Files.readAllBytes(work.resolve(name + ".class")));
    }
  }
}
