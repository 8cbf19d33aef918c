package dev.retinue.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a reader must know of the machine to judge the numbers, and nothing that tells whose it is.
final class Facts {
  private Facts() {}

  static Map<String, String> ofMachine() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var kernel = System.getProperty("os.name") + " " + System.getProperty("os.version");
    var facts = new LinkedHashMap<String, String>();
    facts.put("date", DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'").format(now()));
    facts.put("CPU", cpu() + ", " + system.getAvailableProcessors() + " cores");
    facts.put("memory", Math.round(system.getTotalMemorySize() / 1e9) + " GB");
    facts.put("system", distribution().map(name -> name + ", " + kernel).orElse(kernel));
    facts.put(
        "JDK",
        System.getProperty("java.runtime.version") + ", " + System.getProperty("java.vendor"));
    facts.put("load at start", load(system.getSystemLoadAverage()));
    return facts;
  }

  private static OffsetDateTime now() {
    return OffsetDateTime.now(ZoneOffset.UTC);
  }

  private static String cpu() {
    return find(Path.of("/proc/cpuinfo"), "model name", ":").orElse(System.getProperty("os.arch"));
  }

  private static Optional<String> distribution() {
    return find(Path.of("/etc/os-release"), "PRETTY_NAME", "=").map(name -> name.replace("\"", ""));
  }

  private static String load(double average) {
    return average < 0 ? "unknown" : Table.number(average);
  }

  /// The value of a key in one of the files that Linux has, and other systems have not.
  private static Optional<String> find(Path file, String key, String separator) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      return Optional.empty();
    }
    return lines.stream()
        .map(line -> line.split(separator, 2))
        .filter(entry -> entry.length == 2 && entry[0].strip().equals(key))
        .map(entry -> entry[1].strip())
        .findFirst();
  }
}
