import ch.qos.logback.classic.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.cloudsimplus.brokers.DatacenterBroker;
import org.cloudsimplus.brokers.DatacenterBrokerSimple;
import org.cloudsimplus.cloudlets.Cloudlet;
import org.cloudsimplus.cloudlets.CloudletSimple;
import org.cloudsimplus.core.CloudSimPlus;
import org.cloudsimplus.datacenters.DatacenterSimple;
import org.cloudsimplus.hosts.Host;
import org.cloudsimplus.hosts.HostSimple;
import org.cloudsimplus.resources.Pe;
import org.cloudsimplus.resources.PeSimple;
import org.cloudsimplus.schedulers.cloudlet.CloudletSchedulerSpaceShared;
import org.cloudsimplus.utilizationmodels.UtilizationModelFull;
import org.cloudsimplus.util.Log;
import org.cloudsimplus.vms.Vm;
import org.cloudsimplus.vms.VmSimple;

/** The rival's side of bench/simulator: independent tasks on space-shared machines of one core. */
public final class CloudSimJob {
  private static final int MIPS = 1000;

  public static void main(String[] args) {
    int tasks = Integer.parseInt(args[0]);
    int machines = Integer.parseInt(args[1]);
    int lengths = Integer.parseInt(args[2]);
    Log.setLevel(Level.OFF); // A line a task would cost it dear.
    var simulation = new CloudSimPlus();
    List<Host> hosts = new ArrayList<>();
    for (int i = 0; i < machines; i++) {
      List<Pe> cores = List.of(new PeSimple(MIPS));
      hosts.add(new HostSimple(16_000, 10_000, 1_000_000, cores));
    }
    new DatacenterSimple(simulation, hosts);
    DatacenterBroker broker = new DatacenterBrokerSimple(simulation);
    List<Vm> vms = new ArrayList<>();
    for (int i = 0; i < machines; i++) {
      Vm vm = new VmSimple(MIPS, 1);
      vm.setRam(1000).setBw(1000).setSize(1000);
      vm.setCloudletScheduler(new CloudletSchedulerSpaceShared());
      vms.add(vm);
    }
    var random = new SplittableRandom(1);
    List<Cloudlet> cloudlets = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      long seconds = 300 + 60L * random.nextInt(lengths);
      Cloudlet cloudlet = new CloudletSimple(seconds * MIPS, 1);
      cloudlet.setUtilizationModelCpu(new UtilizationModelFull());
      cloudlets.add(cloudlet);
    }
    broker.submitVmList(vms);
    broker.submitCloudletList(cloudlets);
    simulation.start();
    System.out.printf(
        "finished %d makespan %.0f%n",
        broker.getCloudletFinishedList().size(),
        broker.getCloudletFinishedList().stream().mapToDouble(Cloudlet::getFinishTime).max().orElse(0));
  }
}
