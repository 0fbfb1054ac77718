package io.windhover.experiments;

import io.windhover.experiments.hads.HadsPaper;
import io.windhover.experiments.kestrel.KestrelPaper;
import io.windhover.experiments.opie.Opie;
import io.windhover.experiments.paper.Reproduction;
import io.windhover.experiments.scs.ScsPaper;
import io.windhover.experiments.slacksched.SlackschedPaper;
import java.util.List;
import java.util.Optional;

/** The papers that can be redone. */
public final class Papers {
  private static final List<Reproduction> ALL =
      List.of(
          new HadsPaper(), new ScsPaper(), new SlackschedPaper(), new Opie(), new KestrelPaper());

  private Papers() {}

  public static List<Reproduction> all() {
    return ALL;
  }

  public static List<String> names() {
    return ALL.stream().map(Reproduction::name).toList();
  }

  public static Optional<Reproduction> named(String name) {
    return ALL.stream().filter(paper -> paper.name().equals(name)).findFirst();
  }
}
