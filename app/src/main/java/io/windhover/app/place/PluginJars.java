package io.windhover.app.place;

import io.windhover.placement.HostFilter;
import io.windhover.placement.HostFilters;
import io.windhover.placement.HostRank;
import io.windhover.placement.HostRanks;
import io.windhover.placement.VictimCost;
import io.windhover.placement.VictimCosts;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Filters, ranks and costs of an operator's own, from the jars of a folder. The manifest of a jar
 * names the classes it offers; {@link SchedulerChoice} asks for them by label or class name.
 * Nothing is looked for by scanning, and nothing is loaded unless {@code --plugins} is given.
 */
final class PluginJars {
  /** The attribute of a jar's manifest: class names, with blanks or commas between them. */
  static final String ATTRIBUTE = "Windhover-Placement";

  private static final String OPTION = "--plugins";

  private final Map<String, HostFilter> filters = new TreeMap<>();
  private final Map<String, HostRank> ranks = new TreeMap<>();
  private final Map<String, VictimCost> costs = new TreeMap<>();

  private PluginJars() {}

  static PluginJars none() {
    return new PluginJars();
  }

  /** The loader stays open: classes are loaded when they are first needed. */
  @SuppressWarnings("resource")
  static PluginJars open(Path folder) {
    List<Path> jars = jars(folder);
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      try {
        urls.add(jar.toUri().toURL());
      } catch (MalformedURLException e) {
        throw bad(jar, "cannot be addressed: " + e.getMessage());
      }
    }
    var loader = new URLClassLoader(urls.toArray(URL[]::new), PluginJars.class.getClassLoader());
    var plugins = new PluginJars();
    for (Path jar : jars) {
      for (String name : offered(jar)) {
        plugins.add(jar, instance(jar, name, loader));
      }
    }
    return plugins;
  }

  private static List<Path> jars(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw bad(folder, "is not there or no folder; expected a folder of jars");
    }
    refuseWritableByOthers(folder);
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
      if (jars.isEmpty()) {
        throw bad(folder, "holds no jar; expected at least one");
      }
      jars.forEach(PluginJars::refuseWritableByOthers);
      return jars;
    } catch (IOException e) {
      throw bad(folder, "cannot be read: " + e);
    }
  }

  /** Whoever can write a jar here decides what the service runs. */
  private static void refuseWritableByOthers(Path path) {
    try {
      if (Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_WRITE)) {
        throw bad(path, "everybody may write it; expected chmod o-w");
      }
    } catch (IOException e) {
      throw bad(path, "cannot be read: " + e);
    }
  }

  private static List<String> offered(Path jar) {
    try (var file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String names = manifest == null ? null : manifest.getMainAttributes().getValue(ATTRIBUTE);
      if (names == null || names.isBlank()) {
        throw bad(jar, "offers nothing; expected " + ATTRIBUTE + ": CLASS... in its manifest");
      }
      return List.of(names.strip().split("[\\s,]+"));
    } catch (IOException e) {
      throw bad(jar, "is no jar: " + e.getMessage());
    }
  }

  private static Object instance(Path jar, String name, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(name, true, loader);
      if (!Modifier.isPublic(type.getModifiers())) {
        throw bad(jar, name + " is not public");
      }
      return type.getConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw bad(jar, "has no class " + name + ", which its manifest names");
    } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
      throw bad(jar, name + " has no public constructor without arguments");
    } catch (InvocationTargetException e) {
      throw bad(jar, name + " cannot be made: " + e.getCause());
    } catch (LinkageError e) {
      throw bad(jar, name + " cannot be loaded: " + e);
    }
  }

  private void add(Path jar, Object made) {
    String name = made.getClass().getName();
    boolean known = false;
    if (made instanceof HostFilter filter) {
      String label = label(jar, name, filter::label, labels(HostFilters.ALL));
      put(jar, filters, name, label, new PluginGuards.Filter(filter, label));
      known = true;
    }
    if (made instanceof HostRank rank) {
      String label = label(jar, name, rank::label, HostRanks.labels());
      put(jar, ranks, name, label, new PluginGuards.Rank(rank, label));
      known = true;
    }
    if (made instanceof VictimCost cost) {
      String label = label(jar, name, cost::label, VictimCosts.labels());
      put(jar, costs, name, label, new PluginGuards.Cost(cost, label));
      known = true;
    }
    if (!known) {
      throw bad(jar, name + " is none; expected a HostFilter, HostRank or VictimCost");
    }
  }

  private static List<String> labels(List<HostFilter> shipped) {
    return shipped.stream().map(HostFilter::label).toList();
  }

  private static String label(
      Path jar, String name, Supplier<@Nullable String> asked, List<String> shipped) {
    String label;
    try {
      label = String.valueOf(asked.get());
    } catch (RuntimeException | LinkageError e) {
      throw bad(jar, name + " cannot say its label: " + e);
    }
    if (!label.matches("[A-Za-z0-9_.-]{1,60}")) {
      throw bad(
          jar, name + " is labelled " + Fields.quoted(label) + "; expected letters, digits and -");
    }
    if (shipped.contains(label)) {
      throw bad(jar, name + " is labelled " + Fields.quoted(label) + ", as one that ships");
    }
    return label;
  }

  private static <T> void put(Path jar, Map<String, T> known, String name, String label, T made) {
    if (known.putIfAbsent(label, made) != null || known.putIfAbsent(name, made) != null) {
      throw bad(jar, name + " is labelled " + Fields.quoted(label) + ", as another plug-in");
    }
  }

  private static BadField bad(Path path, String problem) {
    return new BadField(OPTION, path + ": " + problem);
  }

  Optional<HostFilter> filter(String name) {
    return Optional.ofNullable(filters.get(name));
  }

  Optional<HostRank> rank(String name) {
    return Optional.ofNullable(ranks.get(name));
  }

  Optional<VictimCost> cost(String name) {
    return Optional.ofNullable(costs.get(name));
  }

  List<String> filterNames() {
    return List.copyOf(filters.keySet());
  }

  List<String> rankNames() {
    return List.copyOf(ranks.keySet());
  }

  List<String> costNames() {
    return List.copyOf(costs.keySet());
  }
}
