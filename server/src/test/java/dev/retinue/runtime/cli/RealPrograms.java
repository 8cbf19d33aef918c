package dev.retinue.runtime.cli;

import dev.retinue.testing.Npm;
import dev.retinue.llm.scripted.ScriptedLlm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The home of somebody who has the real programs installed, and a scripted model as his provider.
///
/// @param home of its own, outside of every folder for what is temporary
record RealPrograms(Path home, ScriptedLlm llm) {
  static RealPrograms in(Path home, ScriptedLlm llm) throws IOException {
    Files.createDirectories(home.resolve(".claude"));
    var codex = Files.createDirectories(home.resolve(".codex"));
    Files.writeString(
        codex.resolve("config.toml"),
        """
        model = "gpt-5.5"
        model_provider = "scripted"
        [model_providers.scripted]
        name = "scripted"
        base_url = "%s/v1"
        env_key = "OPENAI_API_KEY"
        wire_api = "responses"
        request_max_retries = 1
        stream_max_retries = 1
        """
            .formatted(llm.url()));
    return new RealPrograms(home, llm);
  }

  /// What the daemon would see.
  Map<String, String> environment() {
    return Map.of(
        "PATH",
        Npm.programs() + ":" + Npm.node().getParent() + ":/usr/bin:/bin",
        "HOME",
        home.toString(),
        "ANTHROPIC_BASE_URL",
        llm.url(),
        "ANTHROPIC_API_KEY",
        "key-of-a-test",
        "OPENAI_API_KEY",
        "key-of-a-test",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
        "1",
        "IS_SANDBOX",
        "1");
  }
}
