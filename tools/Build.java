// What ./retinue does before it can start: builds the distribution, lays it under build/<digest>,
// records its AOT caches and makes it the current one. A build never changes a distribution that a
// running Retinue may have been started from.
//
// java tools/Build.java <clone> <first|newer|asked> [Maven options …]

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

static final Duration LIMIT = Duration.ofMinutes(30);
static final int KEPT = 3;

void main(String[] args) throws Exception {
  var clone = Path.of(args[0]);
  var reason = args[1];
  var mavenOptions = List.of(args).subList(2, args.length);
  try {
    build(clone, reason, mavenOptions);
  } catch (AccessDeniedException | ReadOnlyFileSystemException e) {
    fail("this clone must be built first, but " + clone + " cannot be written to");
  }
}

void build(Path clone, String reason, List<String> mavenOptions) throws Exception {
  var folder = Files.createDirectories(clone.resolve("build"));
  try (var file = FileChannel.open(folder.resolve("lock"), CREATE, WRITE)) {
    // The system gives the lock back whatever becomes of its owner: there are no stale ones.
    var lock = file.tryLock();
    if (lock == null) {
      say("another start is building it; waiting for that");
      lock = file.lock();
    }
    if (!reason.equals("asked") && isUpToDate(clone)) {
      return;
    }
    say(
        switch (reason) {
          case "first" -> "building it, once: a minute where Maven knows our libraries, else a few";
          case "newer" -> "the sources have changed; building it anew";
          default -> "building it";
        });
    removeDrafts(folder);
    maven(clone, folder.resolve("build.log"), mavenOptions);
    var distribution = publish(clone.resolve("server/target/dist"), folder);
    warm(distribution);
    replace(folder.resolve("current"), distribution.getFileName() + "\n");
    prune(folder, distribution);
    say("built");
  }
}

/// Another start may have built it while this one waited.
boolean isUpToDate(Path clone) throws IOException {
  var current = clone.resolve("build/current");
  if (!Files.exists(current)
      || !Files.exists(clone.resolve("build", Files.readString(current).strip(), "lib"))) {
    return false;
  }
  var head = clone.resolve(".git/logs/HEAD");
  return !Files.exists(head)
      || Files.getLastModifiedTime(head).compareTo(Files.getLastModifiedTime(current)) <= 0;
}

void maven(Path clone, Path log, List<String> options) throws Exception {
  var command = new ArrayList<>(List.of(mavenProgram()));
  command.addAll(List.of("-B", "-Pfast", "-Dmaven.test.skip=true", "package"));
  command.addAll(options);
  var builder = new ProcessBuilder(command).directory(clone.toFile()).redirectErrorStream(true);
  var environment = builder.environment();
  environment.put("JAVA_HOME", System.getProperty("java.home"));
  // Keeps the JVM from warning about what Maven's own libraries do.
  environment.merge(
      "MAVEN_OPTS",
      "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow",
      (theirs, ours) -> theirs + " " + ours);
  Process process;
  try {
    process = builder.start();
  } catch (IOException e) {
    fail("Maven is needed to build it (apt install maven, brew install maven, sdk install maven)");
    return;
  }
  Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
  process.getOutputStream().close();
  var watch = Thread.ofVirtual().start(() -> endAtLimit(process));
  var lines = showProgress(process, log);
  int exitCode = process.waitFor();
  watch.interrupt();
  if (exitCode != 0) {
    lines.stream().filter(line -> line.startsWith("[ERROR]")).limit(12).forEach(this::print);
    fail("the build failed; all of its output is in " + log);
  }
}

String mavenProgram() {
  return System.getProperty("os.name").startsWith("Windows") ? "mvn.cmd" : "mvn";
}

void endAtLimit(Process process) {
  try {
    if (!process.waitFor(LIMIT)) {
      print("  Maven did not end within " + LIMIT.toMinutes() + " minutes");
      process.destroy();
    }
  } catch (InterruptedException e) {
    Thread.currentThread().interrupt();
  }
}

/// A line for each module and for every hundred files that Maven fetches; the rest goes to the log.
List<String> showProgress(Process process, Path log) throws IOException {
  var module = Pattern.compile("\\[INFO] Building Retinue ([a-z]+) .*\\[(\\d+)/(\\d+)]");
  var all = new ArrayList<String>();
  int fetched = 0;
  try (var output = process.inputReader();
      var copy = Files.newBufferedWriter(log)) {
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      all.add(line);
      copy.write(line + "\n");
      var building = module.matcher(line);
      if (building.matches()) {
        print("  %s (%s of %s)".formatted(building.group(1), building.group(2), building.group(3)));
      } else if (line.contains("Downloaded from") && ++fetched % 100 == 0) {
        print("  " + fetched + " files fetched");
      }
    }
  }
  return all;
}

/// Copies what Maven made to a folder of its own, named by its digest, all of it or nothing.
Path publish(Path made, Path folder) throws IOException {
  var id = Files.readString(made.resolve("build.id")).strip();
  var place = folder.resolve(id);
  if (Files.exists(place)) {
    return place;
  }
  var draft = Files.createTempDirectory(folder, "draft");
  try (var files = Files.walk(made)) {
    for (var source : (Iterable<Path>) files::iterator) {
      var copy = draft.resolve(made.relativize(source).toString());
      if (Files.isDirectory(source)) {
        Files.createDirectories(copy);
      } else {
        Files.copy(source, copy, COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
      }
    }
  }
  Files.writeString(draft.resolve("jdk"), System.getProperty("java.home") + "\n");
  draft.toFile().setExecutable(true, false);
  draft.toFile().setReadable(true, false);
  return Files.move(draft, place, ATOMIC_MOVE);
}

void warm(Path distribution) throws Exception {
  print("  preparing fast starts");
  var launcher = System.getProperty("os.name").startsWith("Windows") ? "retinue.cmd" : "retinue";
  var builder = new ProcessBuilder(distribution.resolve(launcher).toString(), "warm");
  builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
  var output = Files.createTempFile(distribution, "warm", ".log");
  var process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
  if (!process.waitFor(Duration.ofMinutes(5)) || process.exitValue() != 0) {
    process.destroy();
    print("  not possible here, so starts will be slower: " + Files.readString(output).strip());
  }
  Files.delete(output);
}

void replace(Path file, String text) throws IOException {
  var draft = Files.createTempFile(file.getParent(), "draft", ".tmp");
  Files.writeString(draft, text);
  Files.move(draft, file, ATOMIC_MOVE);
}

/// The last few builds stay, because a daemon may still run from them.
void prune(Path folder, Path current) throws IOException {
  try (var entries = Files.list(folder)) {
    var old =
        entries
            .filter(Files::isDirectory)
            .filter(build -> !build.equals(current))
            .sorted(Comparator.comparing((Path build) -> build.toFile().lastModified()).reversed())
            .skip(KEPT - 1)
            .toList();
    for (var build : old) {
      delete(build);
    }
  }
}

/// What a build left behind that was killed. The lock is ours, so nobody is still writing it.
void removeDrafts(Path folder) throws IOException {
  try (var drafts = Files.newDirectoryStream(folder, "draft*")) {
    for (var draft : drafts) {
      delete(draft);
    }
  }
}

void delete(Path tree) throws IOException {
  try (var files = Files.walk(tree)) {
    for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
      Files.delete(file);
    }
  }
}

void say(String sentence) {
  print("retinue: " + sentence);
}

void print(String line) {
  System.err.println(line);
}

void fail(String sentence) {
  say(sentence);
  System.exit(1);
}
