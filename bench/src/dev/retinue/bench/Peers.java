package dev.retinue.bench;

import static dev.retinue.bench.Distribution.SAME_JDK;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The servers that are compared. All have one tool that does the same, checks its arguments and
/// answers them as text and as structured content; all JVMs have the flags of Retinue's.
final class Peers {
  static final String RETINUE = "Retinue";
  static final String JAVA_SDK = "Java SDK 2.1.0";
  static final String TYPESCRIPT = "TypeScript SDK 2.4.0";

  private static final String PACKAGE = "dev.retinue.bench.peer.";

  private final Distribution distribution;

  Peers(Distribution distribution) {
    this.distribution = distribution;
  }

  /// A server on the core of the product: what the distribution runs, with another tool.
  Peer retinue() throws IOException, InterruptedException {
    return onJvm(RETINUE, Dialect.MODERN, echo());
  }

  /// The same behind all that stands before a call in the daemon: tokens in the store, and rates.
  Peer guarded() throws IOException, InterruptedException {
    return housed(RETINUE + " with tokens", true, "EchoGuarded");
  }

  /// The same as the daemon counts it, for everybody who comes.
  Peer counted(String title) throws IOException, InterruptedException {
    return housed(title, false, "EchoWatched");
  }

  /// The same with tokens, and a span for every call.
  ///
  /// @param collector where the spans are sent
  Peer watched(String title, URI collector) throws IOException, InterruptedException {
    return housed(title, true, "EchoWatched", collector.toString());
  }

  private Peer housed(String title, boolean tokens, String program, String... more)
      throws IOException, InterruptedException {
    var classPath = echo();
    var data = CorePeer.newFolder();
    var owner = "rtn_" + "a".repeat(43);
    Files.writeString(data.resolve("token"), owner);
    Files.setPosixFilePermissions(
        data.resolve("token"), PosixFilePermissions.fromString("rw-------"));
    return new Peer(
        title,
        Dialect.MODERN,
        port ->
            java(
                Stream.concat(
                        Stream.of(
                            distribution.daemonFlags(),
                            "-cp",
                            classPath,
                            PACKAGE + program,
                            String.valueOf(port),
                            data.toString()),
                        Stream.of(more))
                    .toArray(String[]::new)),
        java(),
        tokens ? "Authorization: Bearer " + owner + "\r\n" : "");
  }

  private String echo() throws IOException, InterruptedException {
    var lib = distribution.folder().resolve("lib");
    var jars = classPath(lib);
    var basis = distribution.folder().getFileName().toString();
    var built =
        Workshop.build(
            "retinue",
            "both",
            basis,
            copy -> {
              var words = new ArrayList<>(List.of("-cp", jars, "-d", copy + "/classes"));
              Workshop.filesBelow(copy).forEach(file -> words.add(file.toString()));
              tool("javac", words);
              tool("jar", List.of("-c", "-f", copy + "/echo.jar", "-C", copy + "/classes", "dev"));
            });
    return built.resolve("echo.jar") + File.pathSeparator + jars;
  }

  /// The least that a program on the JVM does; only on standard streams.
  Peer bare() throws IOException, InterruptedException {
    var built =
        Workshop.build(
            "bare",
            "stdio",
            "",
            copy -> {
              tool("javac", List.of("-d", copy + "/classes", copy + "/BareStdio.java"));
              tool("jar", List.of("-c", "-f", copy + "/bare.jar", "-C", copy + "/classes", "dev"));
            });
    return new Peer(
        "bare Java",
        Dialect.MODERN,
        _ -> java(),
        java(
            distribution.frontFlags(),
            "-cp",
            built.resolve("bare.jar").toString(),
            PACKAGE + "BareStdio"));
  }

  Peer javaSdk() throws IOException, InterruptedException {
    var built =
        Workshop.build(
            "java-sdk",
            "both",
            "",
            copy ->
                maven(
                    "package",
                    "dependency:copy-dependencies",
                    "-DoutputDirectory=" + copy.resolve("lib"),
                    "-f" + copy.resolve("pom.xml")));
    var classPath =
        built.resolve("target/java-sdk-1.jar")
            + File.pathSeparator
            + classPath(built.resolve("lib"));
    return onJvm(JAVA_SDK, Dialect.LEGACY, classPath);
  }

  Peer quarkusHttp() throws IOException, InterruptedException {
    var jar = quarkus("http");
    return new Peer(
        "quarkus-mcp-server 1.13.0",
        Dialect.LEGACY,
        port ->
            java(distribution.daemonFlags(), "-Dquarkus.http.port=" + port, "-jar", jar.toString()),
        java());
  }

  /// Its newest version with this transport.
  Peer quarkusStdio() throws IOException, InterruptedException {
    var jar = quarkus("stdio");
    return new Peer(
        "quarkus-mcp-server 1.10.1",
        Dialect.LEGACY,
        _ -> java(),
        java(distribution.frontFlags(), "-jar", jar.toString()));
  }

  private static Path quarkus(String transport) throws IOException, InterruptedException {
    return Workshop.build(
            "quarkus",
            transport,
            "",
            copy -> maven("package", "-P" + transport, "-f" + copy.resolve("pom.xml")))
        .resolve("target/quarkus-app/quarkus-run.jar");
  }

  Peer typescript() throws IOException, InterruptedException {
    var npm = Workshop.onPath("npm");
    var node = Workshop.onPath("node");
    var built =
        Workshop.build(
            "typescript",
            "both",
            "",
            copy -> Workshop.run("npm", Command.of(npm, "ci", "--prefix", copy.toString())));
    return new Peer(
        TYPESCRIPT,
        Dialect.MODERN,
        port -> Command.of(node, built.resolve("http.mjs").toString(), String.valueOf(port)),
        Command.of(node, built.resolve("stdio.mjs").toString()));
  }

  private Peer onJvm(String name, Dialect dialect, String classPath) {
    return new Peer(
        name,
        dialect,
        port ->
            java(
                distribution.daemonFlags(),
                "-cp",
                classPath,
                PACKAGE + "EchoHttp",
                String.valueOf(port)),
        java(distribution.frontFlags(), "-cp", classPath, PACKAGE + "EchoStdio"));
  }

  private static Command java(String... arguments) {
    return Command.of(Distribution.java(), arguments);
  }

  private static String classPath(Path folder) throws IOException {
    return Workshop.filesBelow(folder).stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void maven(String... arguments) throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of("--batch-mode", "--quiet", "-DskipTests"));
    words.addAll(List.of(arguments));
    var mvn = Workshop.onPath("mvn");
    Workshop.run("Maven", Command.of(mvn, words.toArray(String[]::new)).in(SAME_JDK));
  }

  private static void tool(String name, List<String> words)
      throws IOException, InterruptedException {
    var program = Distribution.JDK.resolve("bin", name);
    Workshop.run(name, Command.of(program, words.toArray(String[]::new)));
  }
}
