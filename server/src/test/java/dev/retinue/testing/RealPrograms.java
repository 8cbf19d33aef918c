package dev.retinue.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// The home of somebody who has the real programs installed, and a scripted model as his provider.
/// They know of no other service.
///
/// @param home of its own, outside of every folder for what is temporary
/// @param service the address of the model
public record RealPrograms(Path home, String service) {
  public static RealPrograms in(Path home, String service) {
    return in(home, service, 1);
  }

  /// The same with a codex of chosen patience.
  ///
  /// @param retries how often codex asks its model again
  public static RealPrograms in(Path home, String service, int retries) {
    try {
      Files.createDirectories(home.resolve(".claude"));
      var codex = Files.createDirectories(home.resolve(".codex"));
      Files.writeString(codex.resolve("config.toml"), configuration(service, retries));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RealPrograms(home, service);
  }

  private static String configuration(String service, int retries) {
    return """
    model = "gpt-5.5"
    model_provider = "scripted"
    [model_providers.scripted]
    name = "scripted"
    base_url = "%1$s/v1"
    env_key = "OPENAI_API_KEY"
    wire_api = "responses"
    request_max_retries = %2$d
    stream_max_retries = %2$d
    """
        .formatted(service, retries);
  }

  /// What the daemon would see.
  public Map<String, String> environment() {
    var environment = new HashMap<String, String>();
    environment.put("PATH", Npm.programs() + ":" + Npm.node().getParent() + ":/usr/bin:/bin");
    environment.put("HOME", home.toString());
    environment.put("ANTHROPIC_BASE_URL", service);
    environment.put("ANTHROPIC_API_KEY", "key-of-claude");
    environment.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    environment.put("IS_SANDBOX", "1");
    environment.put("OPENAI_API_KEY", "key-of-codex");
    return environment;
  }
}
