package dev.retinue.runtime.coder.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.coder.client.CoderHttp.Header;
import dev.retinue.runtime.coder.client.CoderHttp.Question;
import dev.retinue.runtime.coder.client.Template.Parameter;
import dev.retinue.runtime.coder.client.Template.Preset;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The API of Coder, one method for each thing that we ask of it.
public final class CoderClient implements AutoCloseable {
  private static final String API = "/api/v2";
  static final String HEADER = "Coder-Session-Token";
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final int UNCHANGED = 304;
  private static final int GONE = 410;
  private static final Set<Integer> NOT_THERE = Set.of(404, GONE);
  private static final int CONFLICT = 409;
  private static final int TOO_EARLY = 425;
  private static final int MOST_BUILDS = 25;

  private final CoderAccess access;
  private final CoderHttp http;
  private final Duration time;
  private final TaskClient tasks;
  private volatile CoderVersion version = CoderVersion.UNKNOWN;

  public CoderClient(CoderAccess access, InstantSource clock) {
    this(access, clock, TIME);
  }

  /// With another time than the usual one.
  ///
  /// @param time how long one call may take, with all that is tried again
  public CoderClient(CoderAccess access, InstantSource clock, Duration time) {
    this.access = access;
    this.http = new CoderHttp(clock);
    this.time = time;
    this.tasks = new TaskClient(access, http, this::version);
  }

  /// How we call the deployment.
  public String deployment() {
    return access.name();
  }

  /// The agents behind the proxy of the same deployment.
  public AppClient apps() {
    return new AppClient(access, http, this::appHost);
  }

  /// The same agents by another way, where the deployment has it.
  public TaskClient tasks() {
    return tasks;
  }

  /// What the server said last of its version; asked for if it said nothing yet.
  public CoderVersion version() throws InterruptedException {
    if (version.equals(CoderVersion.UNKNOWN)) {
      var info = get("/buildinfo", "to say its version");
      if (version.equals(CoderVersion.UNKNOWN)) {
        version = CoderVersion.of(WorkspaceForm.text(info, "version"));
      }
    }
    return version;
  }

  /// All of our own: the server ignores `owner` outside of `q`.
  public List<Workspace> workspaces() throws InterruptedException {
    var json = get("/workspaces?q=" + escaped("owner:me"), "to list workspaces");
    var found = new ArrayList<Workspace>();
    json.path("workspaces").forEach(it -> found.add(WorkspaceForm.workspace(it)));
    return found;
  }

  public Optional<Workspace> findByName(String name) throws InterruptedException {
    return find("/users/me/workspace/" + escaped(name), "to show workspace '%s'".formatted(name))
        .map(WorkspaceForm::workspace);
  }

  /// Nothing if it is gone.
  public Optional<Workspace> find(String id) throws InterruptedException {
    return find("/workspaces/" + escaped(id), "to show a workspace").map(WorkspaceForm::workspace);
  }

  /// Whether it was deleted: whoever may not see one is told that there is none, and that is less.
  public boolean isGone(String id) throws InterruptedException {
    return send("GET", "/workspaces/" + escaped(id), null).status() == GONE;
  }

  public List<Template> templates() throws InterruptedException {
    var json = get("/templates?q=" + escaped("deprecated:false"), "to list templates");
    var found = new ArrayList<Template>();
    for (var it : json) {
      found.add(
          new Template(
              WorkspaceForm.text(it, "id"),
              WorkspaceForm.text(it, "name"),
              WorkspaceForm.text(it, "display_name"),
              WorkspaceForm.text(it, "description"),
              WorkspaceForm.text(it, "active_version_id")));
    }
    return found;
  }

  /// The names of the parameters of a version; nothing while it is still being imported.
  public Optional<List<String>> parameters(String versionId) throws InterruptedException {
    var answer =
        send("GET", "/templateversions/%s/rich-parameters".formatted(escaped(versionId)), null);
    if (answer.status() == TOO_EARLY) {
      return Optional.empty();
    }
    var found = new ArrayList<String>();
    good(answer, "to list parameters of a template").forEach(it -> found.add(text(it, "name")));
    return Optional.of(List.copyOf(found));
  }

  /// None where the server says `null`; its keys come in any case.
  public List<Preset> presets(String versionId) throws InterruptedException {
    var json =
        get(
            "/templateversions/%s/presets".formatted(escaped(versionId)),
            "to list presets of a template");
    var found = new ArrayList<Preset>();
    for (var it : json) {
      var preset = anyCase(it);
      var parameters = new ArrayList<String>();
      preset.path("parameters").forEach(p -> parameters.add(text(anyCase(p), "name")));
      found.add(
          new Preset(
              text(preset, "id"),
              text(preset, "name"),
              preset.path("default").asBoolean(false),
              List.copyOf(parameters)));
    }
    return List.copyOf(found);
  }

  private static JsonNode anyCase(JsonNode json) {
    var keys = new TreeMap<String, JsonNode>(String.CASE_INSENSITIVE_ORDER);
    json.properties().forEach(it -> keys.put(it.getKey(), it.getValue()));
    var same = CoderHttp.JSON.createObjectNode();
    for (var key : List.of("id", "name", "default", "parameters")) {
      var value = keys.get(key);
      if (value != null) {
        same.set(key, value);
      }
    }
    return same;
  }

  private static String text(JsonNode json, String key) {
    return WorkspaceForm.text(json, key);
  }

  public List<Parameter> buildParameters(String buildId) throws InterruptedException {
    var json =
        get(
            "/workspacebuilds/%s/parameters".formatted(escaped(buildId)),
            "to list parameters of a workspace");
    var found = new ArrayList<Parameter>();
    json.forEach(it -> found.add(new Parameter(text(it, "name"), text(it, "value"))));
    return found;
  }

  /// The latest, newest first.
  public List<Workspace.Build> builds(String workspaceId) throws InterruptedException {
    var json =
        get(
            "/workspaces/%s/builds?limit=%d".formatted(escaped(workspaceId), MOST_BUILDS),
            "to list builds of a workspace");
    var found = new ArrayList<Workspace.Build>();
    json.forEach(it -> found.add(WorkspaceForm.build(it)));
    return found;
  }

  public List<BuildLine> buildLog(String buildId) throws InterruptedException {
    var json =
        get("/workspacebuilds/%s/logs".formatted(escaped(buildId)), "to show the log of a build");
    var found = new ArrayList<BuildLine>();
    for (var it : json) {
      found.add(
          new BuildLine(
              WorkspaceForm.time(it, "created_at"),
              text(it, "log_level"),
              text(it, "stage"),
              text(it, "output")));
    }
    return found;
  }

  /// A workspace that is wanted.
  ///
  /// @param presetId null for none
  public record NewWorkspace(
      String name, String templateId, @Nullable String presetId, List<Parameter> values) {}

  public Workspace create(NewWorkspace wanted) throws InterruptedException {
    var body = CoderHttp.JSON.createObjectNode();
    body.put("name", wanted.name()).put("template_id", wanted.templateId());
    if (wanted.presetId() != null) {
      body.put("template_version_preset_id", wanted.presetId());
    }
    var values = body.putArray("rich_parameter_values");
    wanted
        .values()
        .forEach(it -> values.addObject().put("name", it.name()).put("value", it.value()));
    var what = "to create workspace '%s'".formatted(wanted.name());
    var answer = send("POST", "/users/me/workspaces", body);
    if (answer.status() == CONFLICT) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "There is an agent or a workspace '%s' already; choose another name."
              .formatted(wanted.name()));
    }
    return WorkspaceForm.workspace(good(answer, what));
  }

  /// What to build.
  ///
  /// @param versionId null for the version that the workspace has
  /// @param thenStart whether the server should start it afterwards, which older ones do not know
  public record NewBuild(String transition, @Nullable String versionId, boolean thenStart) {
    public static final NewBuild DELETE = new NewBuild("delete", null, false);
  }

  /// Whether it was begun; not if another one is at work.
  public boolean build(String workspaceId, NewBuild wanted) throws InterruptedException {
    var body = CoderHttp.JSON.createObjectNode();
    body.put("transition", wanted.transition());
    if (wanted.versionId() != null) {
      body.put("template_version_id", wanted.versionId());
    }
    if (wanted.thenStart()) {
      body.putObject("on_success").put("transition", "start");
    }
    var answer = send("POST", "/workspaces/%s/builds".formatted(escaped(workspaceId)), body);
    if (answer.status() == CONFLICT) {
      return false;
    }
    good(answer, "to %s a workspace".formatted(wanted.transition()));
    return true;
  }

  /// Takes back that it was put to rest: until then nothing in it can be started. That it was not,
  /// or that a server knows no rest, is as good.
  public void wake(String id) throws InterruptedException {
    var body = CoderHttp.JSON.createObjectNode().put("dormant", false);
    var answer = send("PUT", "/workspaces/%s/dormant".formatted(escaped(id)), body);
    if (!answer.isGood() && answer.status() != UNCHANGED && !NOT_THERE.contains(answer.status())) {
      throw CoderRefusals.ofApi(access, "to wake a workspace", answer);
    }
  }

  /// Tries to end a build that is at work. Whether it may be ended is for the template to say.
  public void cancelBuild(Workspace.Build build) throws InterruptedException {
    var expected = build.status().equals("pending") ? "?expect_status=pending" : "";
    send("PATCH", "/workspacebuilds/%s/cancel%s".formatted(escaped(build.id()), expected), null);
  }

  /// Where apps with names of their own are: `*.apps.example.com`; empty for nowhere.
  private String appHost() throws InterruptedException {
    return text(get("/applications/host", "to say where its apps are"), "host");
  }

  private JsonNode get(String path, String what) throws InterruptedException {
    return good(send("GET", path, null), what);
  }

  private Optional<JsonNode> find(String path, String what) throws InterruptedException {
    var answer = send("GET", path, null);
    return NOT_THERE.contains(answer.status()) && !answer.body().isMissingNode()
        ? Optional.empty()
        : Optional.of(good(answer, what));
  }

  private JsonNode good(Answer answer, String what) {
    if (answer.isGood() && !answer.body().isMissingNode()) {
      return answer.body();
    }
    throw CoderRefusals.ofApi(access, what, answer);
  }

  private Answer send(String method, String path, @Nullable ObjectNode body)
      throws InterruptedException {
    var question =
        new Question(method, access.at(API + path), new Header(HEADER, access.key()), body);
    var answer = http.ask(question, Deadline.in(time));
    answer
        .headers()
        .firstValue("x-coder-build-version")
        .map(CoderVersion::of)
        .ifPresent(it -> version = it);
    return answer;
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  @Override
  public void close() {
    http.close();
  }
}
