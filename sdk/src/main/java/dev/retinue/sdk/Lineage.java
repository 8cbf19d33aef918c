package dev.retinue.sdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Who stands above an agent, and how many may stand below.
///
/// @param chain the names from the first one down, without this agent's own
record Lineage(
    String agent, int depth, int maxDepth, List<String> chain, Supplier<String> session) {
  private static final int USUAL_DEPTH = 5;

  /// What a child may know of our environment. The last two are the marks by which a supervisor
  /// finds what an agent leaves behind.
  private static final List<String> PASSED_ON =
      List.of(
          "PATH", "HOME", "USER", "SHELL", "TERM", "LANG", "LC_ALL", "RETINUE_HOME", "RETINUE_RUN");

  static Lineage read(String agent, Flags flags, Map<String, String> env) {
    int allowed = number("SFA_MAX_DEPTH", env.getOrDefault("SFA_MAX_DEPTH", ""), USUAL_DEPTH);
    int asked =
        flags
            .value(Flags.Usual.MAX_DEPTH)
            .map(text -> number("--max-depth", text, USUAL_DEPTH))
            .orElse(allowed);
    // Whoever stands above has said how deep it may go: below, that can only be less.
    int max = env.containsKey("SFA_MAX_DEPTH") ? Math.min(asked, allowed) : asked;
    int depth = number("SFA_DEPTH", env.getOrDefault("SFA_DEPTH", ""), 0);
    var chain =
        Stream.of(env.getOrDefault("SFA_CALL_CHAIN", "").split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    return new Lineage(agent, depth, max, chain, session(env.getOrDefault("SFA_SESSION_ID", "")));
  }

  private static int number(String what, String text, int usual) {
    if (text.isBlank()) {
      return usual;
    }
    if (!text.strip().matches("\\d{1,4}")) {
      throw new AgentException(
          ExitCode.USAGE, "%s is '%s', and must be a number from 0 on.".formatted(what, text));
    }
    return Integer.parseInt(text.strip());
  }

  String sessionId() {
    return session.get();
  }

  /// A new one is made when it is needed: good random numbers take their time.
  private static Supplier<String> session(String given) {
    if (given.isBlank()) {
      return new Once<>(Lineage::newSession);
    }
    // It is the name of a folder.
    if (!given.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,127}")) {
      throw new AgentException(
          ExitCode.USAGE, "SFA_SESSION_ID may have letters, digits and dashes, 128 at most.");
    }
    return () -> given;
  }

  /// A UUID of version 4. Linux has one ready, for which the JVM would load its providers first.
  private static String newSession() {
    try {
      return UUID.fromString(Files.readString(Path.of("/proc/sys/kernel/random/uuid")).strip())
          .toString();
    } catch (IOException | IllegalArgumentException e) {
      return UUID.randomUUID().toString();
    }
  }

  /// Refuses to begin below itself, or too deep.
  void require() {
    if (chain.contains(agent)) {
      throw new AgentException(
          ExitCode.FAILURE,
          "%s is at work above itself: %s. An agent cannot be called by those that it calls."
              .formatted(agent, path(agent)));
    }
    if (depth > maxDepth) {
      throw tooDeep(agent);
    }
  }

  private String path(String last) {
    var names = new ArrayList<>(chain);
    names.add(last);
    return String.join(" → ", names);
  }

  private AgentException tooDeep(String whom) {
    return new AgentException(
        ExitCode.FAILURE,
        "%s would be the %dth agent below the first, and %d are allowed (--max-depth): %s."
            .formatted(whom, depth + 1, maxDepth, path(agent)));
  }

  /// The environment of an agent that this one calls.
  Map<String, String> environmentBelow(String callee, Map<String, String> env) {
    if (callee.equals(agent) || chain.contains(callee)) {
      throw new AgentException(
          ExitCode.FAILURE,
          "%s is at work above itself: %s → %s.".formatted(callee, path(agent), callee));
    }
    if (depth >= maxDepth) {
      throw tooDeep(callee);
    }
    var below = new TreeMap<String, String>();
    env.forEach(
        (name, value) -> {
          if (name.startsWith("SFA_") || PASSED_ON.contains(name)) {
            below.put(name, value);
          }
        });
    below.put("SFA_DEPTH", Integer.toString(depth + 1));
    below.put("SFA_MAX_DEPTH", Integer.toString(maxDepth));
    below.put("SFA_CALL_CHAIN", path(agent).replace(" → ", ","));
    below.put("SFA_SESSION_ID", sessionId());
    return below;
  }
}
