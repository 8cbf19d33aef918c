package dev.retinue.crash;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Something that goes wrong when a thread makes a call to the system for the n-th time.
///
/// @param calls the names of the calls
/// @param what an error, or a signal
/// @param where on which files
record Fault(String calls, String what, Where where, int which) {
  private static final int SEED = 7;
  private static final int RUNS = 20;

  /// The files of a data directory.
  enum Where {
    LOG,
    DATABASE,
    BLOBS;

    List<Path> in(Path data) {
      return switch (this) {
        case LOG -> List.of(data.resolve("retinue.db-wal"));
        case DATABASE -> List.of(data.resolve("retinue.db"));
        case BLOBS ->
            CrashDriver.ids(SEED, RUNS).stream()
                .map(
                    id -> data.resolve("blobs").resolve(id.text().substring(30)).resolve(id.text()))
                .flatMap(
                    folder ->
                        Stream.of("payload-1.gz", "output-1.gz").map(name -> folder.resolve(name)))
                .toList();
      };
    }
  }

  static Stream<Fault> full(Where where, IntStream numbers) {
    var call = where == Where.BLOBS ? "write" : "pwrite64";
    return numbers.mapToObj(n -> new Fault(call, "error=ENOSPC", where, n));
  }

  static Stream<Fault> broken(Where where, IntStream numbers) {
    var call = where == Where.BLOBS ? "write" : "pwrite64";
    return numbers.mapToObj(n -> new Fault(call, "error=EIO", where, n));
  }

  static Stream<Fault> unconfirmed(Where where, IntStream numbers) {
    return numbers.mapToObj(n -> new Fault("fsync,fdatasync", "error=EIO", where, n));
  }

  static Stream<Fault> killed(Where where, IntStream numbers) {
    return numbers.mapToObj(n -> new Fault("fsync,fdatasync", "signal=KILL", where, n));
  }

  /// How strace makes it happen to a driver, and writes down when.
  List<String> wrapper(Path strace, Driver driver, Path log) {
    var words = new ArrayList<>(List.of(strace.toString(), "-f", "-qq", "-y", "-ttt"));
    if (!kills()) {
      words.add("--seccomp-bpf"); // It is faster, and knows no signals.
    }
    var watched = new ArrayList<>(where.in(driver.data()));
    var trace = calls;
    if (!calls.equals("write")) {
      trace += ",write";
      watched.add(driver.acknowledgements());
    }
    words.addAll(List.of("-e", "trace=" + trace));
    words.addAll(List.of("-e", "inject=%s:%s:when=%d".formatted(calls, what, which)));
    for (var path : watched) {
      words.addAll(List.of("-P", path.toString()));
    }
    words.addAll(List.of("-o", log.toString()));
    return words;
  }

  boolean kills() {
    return what.startsWith("signal");
  }

  int seed() {
    return SEED;
  }

  @Override
  public String toString() {
    return "%s at %s number %d of the %s".formatted(what, calls, which, where);
  }
}
