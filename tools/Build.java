// What ./retinue does before it can start: builds the distribution, lays it under build/<digest>,
// records its AOT caches and makes it the current one. A build never changes a distribution that a
// running Retinue may have been started from.
//
// java tools/Build.java <clone> <what tells that the sources moved> <first|newer|asked> [Maven
// options …]

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

static final Duration LIMIT = Duration.ofMinutes(30);
static final int KEPT = 3;
static final int SHOWN = 12;

void main(String[] args) throws InterruptedException {
  var clone = Path.of(args[0]);
  if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
    print(
        "Usage: ./retinue build [Maven options]\nBuild this clone anew. -Pimage adds a Java runtime.");
    return;
  }
  try {
    build(clone, Path.of(args[1]), args[2], List.of(args).subList(3, args.length));
  } catch (AccessDeniedException | ReadOnlyFileSystemException e) {
    fail("this clone must be built first, but " + clone + " cannot be written to");
  } catch (IOException e) {
    fail("the build could not be finished: " + e);
  }
}

void build(Path clone, Path moved, String reason, List<String> options)
    throws IOException, InterruptedException {
  var folder = Files.createDirectories(clone.resolve("build"));
  try (var file = FileChannel.open(folder.resolve("lock"), CREATE, WRITE)) {
    // The system gives the lock back whatever becomes of its owner: there are no stale ones.
    var lock = file.tryLock();
    if (lock == null) {
      say("another start is building it; waiting for that");
      lock = file.lock();
    }
    if (!reason.equals("asked") && isUpToDate(folder, moved)) {
      return;
    }
    say(
        switch (reason) {
          case "first" -> "building it, once: a minute where Maven knows our libraries, else a few";
          case "newer" -> "the sources have changed; building it anew";
          default -> "building it";
        });
    removeDrafts(folder);
    // A move of the sources from here on makes the next start build again.
    var time = lastMoved(moved);
    maven(clone, folder.resolve("build.log"), remembered(folder, reason, options));
    var distribution = publish(clone.resolve("server/target/dist"), folder);
    warm(distribution);
    var current = replace(folder, "current", distribution.getFileName().toString());
    if (time.isPresent()) {
      Files.setLastModifiedTime(current, time.get());
    }
    prune(folder, distribution);
    say("built");
  }
}

/// The options of the last build that somebody asked for serve those that nobody asks for.
List<String> remembered(Path folder, String reason, List<String> options) throws IOException {
  if (reason.equals("asked")) {
    replace(folder, "options", String.join("\n", options));
    return options;
  }
  var file = folder.resolve("options");
  return Files.exists(file)
      ? Files.readAllLines(file).stream().filter(option -> !option.isBlank()).toList()
      : List.of();
}

/// Another start may have built it while this one waited.
boolean isUpToDate(Path folder, Path moved) throws IOException {
  var current = folder.resolve("current");
  if (!Files.exists(current)) {
    return false;
  }
  var distribution = folder.resolve(Files.readString(current).strip());
  var time = lastMoved(moved);
  return Files.exists(distribution.resolve("lib/retinue.jar"))
      && Files.exists(distribution.resolve("build.id"))
      && (time.isEmpty() || time.get().compareTo(Files.getLastModifiedTime(current)) <= 0);
}

Optional<FileTime> lastMoved(Path moved) throws IOException {
  return Files.exists(moved) ? Optional.of(Files.getLastModifiedTime(moved)) : Optional.empty();
}

void maven(Path clone, Path log, List<String> options) throws IOException, InterruptedException {
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
  var errors = showProgress(process, log);
  int exitCode = process.waitFor();
  watch.interrupt();
  if (exitCode != 0) {
    errors.forEach(this::print);
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

/// A line for each module and for every hundred files that Maven fetches; all goes to the log.
/// Returns the first lines about errors.
List<String> showProgress(Process process, Path log) throws IOException {
  var module = Pattern.compile("\\[INFO] Building Retinue ([a-z]+) .*\\[(\\d+)/(\\d+)]");
  var errors = new ArrayList<String>();
  int fetched = 0;
  try (var output = process.inputReader();
      var copy = Files.newBufferedWriter(log)) {
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      copy.write(line + "\n");
      var building = module.matcher(line);
      if (building.matches()) {
        // The first that Maven counts is the parent of the modules.
        int number = Integer.parseInt(building.group(2)) - 1;
        int all = Integer.parseInt(building.group(3)) - 1;
        print("  %s (%d of %d)".formatted(building.group(1), number, all));
      } else if (line.contains("Downloaded from") && ++fetched % 100 == 0) {
        print("  " + fetched + " files fetched");
      } else if (line.startsWith("[ERROR]") && errors.size() < SHOWN) {
        errors.add(line);
      }
    }
  }
  return errors;
}

/// Copies what Maven made to a folder of its own, named by its digest, all of it or nothing.
Path publish(Path made, Path folder) throws IOException {
  var place = folder.resolve(Files.readString(made.resolve("build.id")).strip());
  if (isWhole(place, made)) {
    return place;
  }
  var draft = Files.createDirectory(folder.resolve("draft-distribution"));
  for (var source : tree(made)) {
    var copy = draft.resolve(made.relativize(source).toString());
    if (Files.isDirectory(source)) {
      Files.createDirectories(copy);
    } else {
      Files.copy(source, copy, COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    }
  }
  Files.writeString(draft.resolve("jdk"), System.getProperty("java.home") + "\n");
  if (Files.exists(place)) {
    Files.move(place, folder.resolve("draft-damaged"), ATOMIC_MOVE);
  }
  return Files.move(draft, place, ATOMIC_MOVE);
}

boolean isWhole(Path place, Path made) throws IOException {
  for (var source : tree(made)) {
    var copy = place.resolve(made.relativize(source).toString());
    if (!Files.exists(copy)
        || (Files.isRegularFile(source) && Files.size(copy) != Files.size(source))) {
      return false;
    }
  }
  return true;
}

List<Path> tree(Path folder) throws IOException {
  try (var files = Files.walk(folder)) {
    return files.toList();
  }
}

void warm(Path distribution) throws IOException, InterruptedException {
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

/// Nobody else writes here, so the draft needs no name of its own.
Path replace(Path folder, String name, String text) throws IOException {
  var draft = Files.writeString(folder.resolve("draft-" + name), text + "\n");
  return Files.move(draft, folder.resolve(name), ATOMIC_MOVE);
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

void delete(Path folder) throws IOException {
  for (var file : tree(folder).reversed()) {
    Files.delete(file);
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
