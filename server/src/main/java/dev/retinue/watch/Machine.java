package dev.retinue.watch;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// The JVM and its process, looked at when somebody asks: what is needed for it is loaded then.
final class Machine {
  private Machine() {}

  static List<Family> families() {
    return List.of(
        new Gauge(
            Family.Type.GAUGE,
            "jvm_memory_used_bytes",
            "Memory of the JVM in use.",
            () -> memory(MemoryUsage::getUsed),
            "area"),
        new Gauge(
            Family.Type.GAUGE,
            "jvm_memory_committed_bytes",
            "Memory that the JVM has from the system.",
            () -> memory(MemoryUsage::getCommitted),
            "area"),
        new Gauge(
            Family.Type.GAUGE,
            "jvm_memory_max_bytes",
            "Memory that the JVM may have at most, where there is a bound.",
            () -> memory(it -> it.getMax() < 0 ? Double.NaN : it.getMax()),
            "area"),
        new Gauge(
            Family.Type.COUNTER,
            "jvm_gc_collections_total",
            "Collections of garbage.",
            () -> collectors(GarbageCollectorMXBean::getCollectionCount),
            "gc"),
        new Gauge(
            Family.Type.COUNTER,
            "jvm_gc_seconds_total",
            "Time spent on collections of garbage.",
            () -> collectors(it -> it.getCollectionTime() / 1e3),
            "gc"),
        new Gauge(
            "jvm_threads",
            "Platform threads.",
            () -> ManagementFactory.getThreadMXBean().getThreadCount()),
        new Gauge(
            Family.Type.COUNTER,
            "process_cpu_seconds_total",
            "Processor time of this process.",
            () -> one(system().getProcessCpuTime() / 1e9)),
        new Gauge(
            "process_start_time_seconds",
            "When this process began, in seconds since 1970.",
            () -> ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3),
        new Gauge(
            "process_open_fds",
            "Open file descriptors.",
            () ->
                system() instanceof UnixOperatingSystemMXBean unix
                    ? unix.getOpenFileDescriptorCount()
                    : Double.NaN),
        new Gauge(
            "process_max_fds",
            "How many file descriptors may be open.",
            () ->
                system() instanceof UnixOperatingSystemMXBean unix
                    ? unix.getMaxFileDescriptorCount()
                    : Double.NaN));
  }

  private static Map<List<String>, Double> one(double value) {
    return Map.of(List.of(), value);
  }

  private static Map<List<String>, Double> memory(ToDoubleFunction<MemoryUsage> look) {
    var bean = ManagementFactory.getMemoryMXBean();
    return Map.of(
        List.of("heap"), look.applyAsDouble(bean.getHeapMemoryUsage()),
        List.of("nonheap"), look.applyAsDouble(bean.getNonHeapMemoryUsage()));
  }

  private static Map<List<String>, Double> collectors(
      ToDoubleFunction<GarbageCollectorMXBean> look) {
    var values = new HashMap<List<String>, Double>();
    for (var bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      values.put(List.of(bean.getName()), look.applyAsDouble(bean));
    }
    return values;
  }

  private static OperatingSystemMXBean system() {
    return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  }

  static Vitals.Jvm vitals() {
    var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return new Vitals.Jvm(
        heap.getUsed(),
        heap.getMax(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        system().getProcessCpuLoad());
  }
}
