package dev.retinue.config.team;

import dev.retinue.core.Agent;
import dev.retinue.core.Permissions;
import dev.retinue.core.craft.Craft.Origin;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads files of agents in a small world.
final class Reading {
  static final Landscape LANDSCAPE =
      new Landscape(
          Map.of(
              "anthropic",
              new Landscape.Provider(null, false, List.of("ANTHROPIC_API_KEY")),
              "google",
              new Landscape.Provider(null, false, List.of("GEMINI_API_KEY")),
              "openai",
              new Landscape.Provider("https://api.openai.com/v1", true, List.of("OPENAI_API_KEY")),
              "docker",
              new Landscape.Provider("http://127.0.0.1:12434/v1", false, List.of())),
          Set.of("github"),
          Set.of("group"),
          new Landscape.Single(
              "claude",
              List.of("read", "search", "Edit(**)"),
              new Permissions(List.of(), List.of("Bash"), List.of("Edit(.git/**)"))),
          Map.of(
              "codex", new Landscape.Single("codex", List.of("read", "shell"), Permissions.NONE)),
          _ -> {});

  private Reading() {}

  static TeamFile trusted(String text) {
    return read(text, true);
  }

  static TeamFile ofProject(String text) {
    return read(text, false);
  }

  private static TeamFile read(String text, boolean trusted) {
    return new TeamReader(LANDSCAPE)
        .read("team", new Origin("team.yaml", trusted), text.getBytes(StandardCharsets.UTF_8));
  }

  static TeamFile single(String text, boolean trusted) {
    return new SingleReader(LANDSCAPE)
        .read(new Origin("one.md", trusted), text.getBytes(StandardCharsets.UTF_8));
  }

  static Agent agent(TeamFile file, String name) {
    return file.agents().stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }
}
