package dev.retinue.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a process asked of the system, as strace saw it: which acknowledgements were given while
/// something that belongs to them was not yet on disk.
final class Calls {
  /// What strace has to be told.
  static final List<String> OPTIONS =
      List.of(
          "-f",
          "-qq",
          "-y",
          "--seccomp-bpf",
          "-e",
          "trace=openat,mkdir,rename,fsync,fdatasync,write,pwrite64,ftruncate",
          "-e",
          "signal=none");

  private static final Pattern LINE =
      Pattern.compile("(\\d+) +(?:<\\.\\.\\. (\\w+) resumed>|(\\w+)\\()(.*)");
  private static final Pattern OPEN_FILE = Pattern.compile("\\d+<([^>]+)>.*");
  private static final Pattern NAMES = Pattern.compile("\"([^\"]+)\"");
  private static final Pattern DONE = Pattern.compile(".*= (\\d+)(<.*)?");
  private static final Pattern ACKNOWLEDGEMENT =
      Pattern.compile(
          "\\d+<[^>]*/acknowledged>, \"(start|defined|delivered|printed|said|spent|reserved|ended)"
              + "\\\\t.*");

  /// Files and folders that were changed, and when last.
  private final Map<String, Integer> unsynced = new TreeMap<>();

  private final Map<String, Begun> begun = new HashMap<>();
  private final List<String> tooEarly = new ArrayList<>();
  private int acknowledged;
  private int syncs;

  /// A call that has not returned.
  private record Begun(String arguments, int at) {}

  static Calls in(Path log) throws IOException {
    var calls = new Calls();
    int at = 0;
    for (var line : Files.readAllLines(log)) {
      at++;
      var matcher = LINE.matcher(line);
      if (matcher.matches()) {
        calls.read(matcher, at);
      }
    }
    return calls;
  }

  /// Acknowledgements, and what was not on disk when they were given.
  List<String> tooEarly() {
    return tooEarly;
  }

  int acknowledged() {
    return acknowledged;
  }

  int syncs() {
    return syncs;
  }

  private void read(Matcher line, int at) {
    var thread = line.group(1);
    var rest = line.group(4);
    if (line.group(3) == null) {
      var call = begun.remove(thread);
      if (call != null) {
        end(line.group(2), call, rest, at);
      }
      return;
    }
    var call = new Begun(rest, at);
    begin(line.group(3), rest, at);
    if (rest.endsWith("<unfinished ...>")) {
      begun.put(thread, call);
    } else {
      end(line.group(3), call, rest, at);
    }
  }

  private void begin(String name, String arguments, int at) {
    if (name.equals("write") && ACKNOWLEDGEMENT.matcher(arguments).matches()) {
      acknowledged++;
      if (!unsynced.isEmpty()) {
        tooEarly.add(arguments + " before " + unsynced.keySet());
      }
    }
    change(name, arguments, at);
  }

  private void end(String name, Begun call, String rest, int at) {
    change(name, call.arguments(), at);
    if (DONE.matcher(rest).matches()) {
      switch (name) {
        case "fsync", "fdatasync" -> sync(openFile(call.arguments()), call.at());
        case "openat" -> {
          if (call.arguments().contains("O_CREAT|O_EXCL")) {
            changeFolder(call.arguments(), at);
          }
        }
        case "mkdir", "rename" -> changeFolder(call.arguments(), at);
        default -> {}
      }
    }
  }

  private void change(String name, String arguments, int at) {
    if (name.equals("write") || name.equals("pwrite64") || name.equals("ftruncate")) {
      note(openFile(arguments), at);
    }
  }

  private void changeFolder(String arguments, int at) {
    var names = NAMES.matcher(arguments);
    var last = "";
    while (names.find()) {
      last = names.group(1);
    }
    if (!last.endsWith(".tmp")) {
      note(String.valueOf(Path.of(last).getParent()), at);
    }
  }

  /// What has to be on disk: the log of the database, blobs, and the folders of blobs. What is
  /// moved from the log into the database is still in the log, as long as it is not on disk.
  private void note(String file, int at) {
    if (file.endsWith("-wal") || file.contains("/data/blobs")) {
      unsynced.put(file, at);
    }
  }

  /// Only what was written before a sync began is certainly on disk when it ends.
  private void sync(String file, int begunAt) {
    syncs++;
    unsynced.computeIfPresent(file, (_, changedAt) -> changedAt < begunAt ? null : changedAt);
  }

  private static String openFile(String arguments) {
    var matcher = OPEN_FILE.matcher(arguments);
    return matcher.matches() ? matcher.group(1) : "";
  }
}
