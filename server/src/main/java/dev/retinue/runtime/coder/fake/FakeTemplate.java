package dev.retinue.runtime.coder.fake;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A template of the fake, and its versions. What is said of it counts at once.
///
/// ```java
/// var setup = coder.template("setup").displayName("Setup").forAgents().preset("Coder", Map.of());
/// ```
public final class FakeTemplate {
  private final World world;
  private final UUID id;
  private final String name;
  private final Instant createdAt;
  private final List<Version> versions = new ArrayList<>();
  final AppPlan app = new AppPlan();
  private String displayName = "";
  private String description = "";
  private String organization = "coder";
  private String deprecation = "";
  private boolean usersMayCancel = true;
  private boolean activeVersionOnly;
  private boolean externalAuthMissing;
  private boolean promptRunsAgain;
  private boolean withTasks = true;

  /// A rich parameter.
  ///
  /// @param required whether a value must be given
  public record Parameter(String name, String defaultValue, boolean required) {}

  /// A preset.
  public record Preset(UUID id, String name, Map<String, String> values, boolean isDefault) {}

  /// Launches an AgentAPI for a workspace. It is called in the middle of a step, and must not wait
  /// for an answer of the fake.
  public interface Launcher {
    /// Answers where it listens.
    ///
    /// @param prompt what it shall do first; may be empty
    URI launch(FakeWorkspace workspace, String prompt);
  }

  /// One version of it; the last is the active one.
  static final class Version {
    private final UUID id;
    private final String name;
    private final Instant createdAt;
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<Preset> presets = new ArrayList<>();
    boolean importing;

    Version(UUID id, String name, Instant createdAt) {
      this.id = id;
      this.name = name;
      this.createdAt = createdAt;
    }

    UUID id() {
      return id;
    }

    String name() {
      return name;
    }

    Instant createdAt() {
      return createdAt;
    }

    List<Parameter> parameters() {
      return parameters;
    }

    List<Preset> presets() {
      return presets;
    }

    Optional<Preset> findPreset(UUID wanted) {
      return presets.stream().filter(it -> it.id().equals(wanted)).findFirst();
    }
  }

  FakeTemplate(World world, String name) {
    this.world = world;
    this.id = world.newId();
    this.name = name;
    this.createdAt = world.now();
    versions.add(new Version(world.newId(), "v1", createdAt));
  }

  public FakeTemplate displayName(String words) {
    return changed(() -> displayName = words);
  }

  public FakeTemplate description(String words) {
    return changed(() -> description = words);
  }

  public FakeTemplate organization(String wanted) {
    return changed(
        () -> {
          world.organization(wanted);
          organization = wanted;
        });
  }

  /// With the two parameters that a project of agents has.
  public FakeTemplate forAgents() {
    return parameter("ai_prompt", "").parameter("system_prompt", "You are a good agent.");
  }

  public FakeTemplate parameter(String called, String defaultValue) {
    return changed(() -> active().parameters.add(new Parameter(called, defaultValue, false)));
  }

  public FakeTemplate requiredParameter(String called) {
    return changed(() -> active().parameters.add(new Parameter(called, "", true)));
  }

  public FakeTemplate preset(String called, Map<String, String> values) {
    return preset(called, values, false);
  }

  public FakeTemplate defaultPreset(String called, Map<String, String> values) {
    return preset(called, values, true);
  }

  private FakeTemplate preset(String called, Map<String, String> values, boolean isDefault) {
    return changed(
        () ->
            active()
                .presets
                .add(new Preset(world.newId(), called, new LinkedHashMap<>(values), isDefault)));
  }

  /// A new version, which is active from here on. Its parameters and presets are those of the one
  /// before, with ids of their own.
  public FakeTemplate newVersion() {
    return changed(
        () -> {
          var former = active();
          var next = new Version(world.newId(), "v" + (versions.size() + 1), world.now());
          next.parameters.addAll(former.parameters);
          former.presets.forEach(
              it ->
                  next.presets.add(
                      new Preset(world.newId(), it.name(), it.values(), it.isDefault())));
          versions.add(next);
        });
  }

  /// Whether its active version is still being imported.
  public FakeTemplate importing(boolean stillIs) {
    return changed(() -> active().importing = stillIs);
  }

  public FakeTemplate deprecated(String words) {
    return changed(() -> deprecation = words);
  }

  public FakeTemplate usersMayCancel(boolean they) {
    return changed(() -> usersMayCancel = they);
  }

  /// A start moves workspaces to the active version.
  public FakeTemplate activeVersionOnly() {
    return changed(() -> activeVersionOnly = true);
  }

  /// Nothing can be made of it before its user has logged in somewhere else.
  public FakeTemplate externalAuthMissing() {
    return changed(() -> externalAuthMissing = true);
  }

  /// Every start gives the agent its first prompt again, as some templates do.
  public FakeTemplate promptRunsAgain() {
    return changed(() -> promptRunsAgain = true);
  }

  /// Its workspaces are no tasks, in deployments that have tasks.
  public FakeTemplate withoutTasks() {
    return changed(() -> withTasks = false);
  }

  /// The app that is an AgentAPI has this slug, instead of `ccw`.
  public FakeTemplate app(String slug) {
    return changed(() -> app.slug = slug);
  }

  /// In its workspaces runs no built-in agent, but what this launches when one of them is ready.
  public FakeTemplate servedBy(Launcher launcher) {
    return changed(() -> app.launcher = launcher);
  }

  /// That app has a host of its own. `FakeCoder.appHost` says below which.
  public FakeTemplate subdomainApp() {
    return changed(() -> app.subdomain = true);
  }

  /// There is no such app.
  public FakeTemplate withoutApp() {
    return changed(() -> app.exists = false);
  }

  /// Without a health check, so that its health is always `disabled`.
  public FakeTemplate withoutHealthCheck() {
    return changed(() -> app.healthCheck = false);
  }

  /// Beside its agent there is one in a container of it, which never comes and does not matter.
  public FakeTemplate withSubAgent() {
    return changed(() -> app.subAgent = true);
  }

  public UUID id() {
    return id;
  }

  public String name() {
    return name;
  }

  public UUID activeVersion() {
    synchronized (world) {
      return active().id;
    }
  }

  /// Of the active version.
  public List<Preset> presets() {
    synchronized (world) {
      return List.copyOf(active().presets);
    }
  }

  /// The app of its workspaces that is an AgentAPI, and what stands around it.
  static final class AppPlan {
    String slug = "ccw";
    boolean exists = true;
    boolean subdomain;
    boolean healthCheck = true;
    boolean subAgent;
    @Nullable Launcher launcher;
  }

  private FakeTemplate changed(Runnable change) {
    synchronized (world) {
      change.run();
      return this;
    }
  }

  Version active() {
    return versions.getLast();
  }

  List<Version> versions() {
    return versions;
  }

  Instant createdAt() {
    return createdAt;
  }

  String displayName() {
    return displayName;
  }

  String description() {
    return description;
  }

  String organization() {
    return organization;
  }

  String deprecation() {
    return deprecation;
  }

  boolean mayUsersCancel() {
    return usersMayCancel;
  }

  boolean isActiveVersionOnly() {
    return activeVersionOnly;
  }

  boolean isExternalAuthMissing() {
    return externalAuthMissing;
  }

  boolean runsPromptAgain() {
    return promptRunsAgain;
  }

  boolean hasTasks() {
    return withTasks;
  }
}
