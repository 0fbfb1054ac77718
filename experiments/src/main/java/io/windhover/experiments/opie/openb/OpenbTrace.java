package io.windhover.experiments.opie.openb;

import io.windhover.placement.Host;
import io.windhover.placement.Size;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Nodes and pods of cluster-trace-gpu-v2023. Latency-sensitive and guaranteed pods are normal,
 * best-effort and burstable ones preemptible. Pods that never ran are left out.
 */
record OpenbTrace(List<Host> nodes, List<Pod> pods, int neverRan) {
  private static final String FOLDER = "placement/alibaba-openb-2023";
  private static final int MILLI = 1000;

  static OpenbTrace read(Path data) {
    Path folder = data.resolve(FOLDER);
    List<Host> nodes = nodes(CsvTable.read(folder.resolve("openb_node_list_all_node.csv")));
    CsvTable table = CsvTable.read(folder.resolve("openb_pod_list_default.csv"));
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < table.size(); i++) {
      CsvTable.Line line = table.line(i);
      if (!line.text("scheduled_time").isEmpty()) {
        pods.add(pod(line));
      }
    }
    pods.sort(Comparator.comparingLong(Pod::arrivesSeconds).thenComparing(Pod::id));
    return new OpenbTrace(nodes, pods, table.size() - pods.size());
  }

  private static List<Host> nodes(CsvTable table) {
    List<Host> nodes = new ArrayList<>();
    for (int i = 0; i < table.size(); i++) {
      CsvTable.Line line = table.line(i);
      nodes.add(
          Host.of(
              line.text("sn"),
              line.whole("cpu_milli"),
              line.whole("memory_mib"),
              line.whole("gpu") * MILLI));
    }
    return nodes;
  }

  private static Pod pod(CsvTable.Line line) {
    int gpus = line.whole("num_gpu");
    int gpuMilli = gpus == 1 ? line.whole("gpu_milli") : gpus * MILLI;
    String service = line.text("qos");
    int scheduled = line.whole("scheduled_time");
    return new Pod(
        line.text("name"),
        !service.equals("LS") && !service.equals("Guaranteed"),
        new Size(line.whole("cpu_milli"), line.whole("memory_mib"), gpuMilli),
        line.whole("creation_time"),
        Math.max(1, line.whole("deletion_time") - scheduled));
  }

  /** Every so many-th node, so that kinds of nodes keep their shares. */
  List<Host> slice(int of, int offset) {
    List<Host> slice = new ArrayList<>();
    for (int i = offset; i < nodes.size(); i += of) {
      slice.add(nodes.get(i));
    }
    return slice;
  }

  /** By then one pod in a hundred has come; before that there is next to nothing. */
  long beginsSeconds() {
    return pods.get(pods.size() / 100).arrivesSeconds();
  }

  long endsSeconds() {
    return pods.get(pods.size() - 1).arrivesSeconds();
  }
}
