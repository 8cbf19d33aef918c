package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.FakeBuild.Transition;
import dev.retinue.runtime.coder.fake.http.FakeServer;
import dev.retinue.runtime.coder.fake.http.Fault;
import dev.retinue.runtime.coder.fake.http.Request;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// A Coder deployment for tests and demonstrations: a real HTTP server with state.
///
/// ```java
/// try (var coder = FakeCoder.start(Mode.CURRENT)) {
///   var setup = coder.project("Setup", "coder", "operator");
///   var amy = coder.workspace("amy", setup, Stage.IDLE);
///   // … a client with coder.url() and coder.token() …
///   coder.step();                                       // builds, agents and apps go on
///   amy.agentApi().finish("It is done.");               // the agent in it ends its work
///   coder.fault("GET", "/api/v2/workspaces", Fault.status(503));
///   assertThat(coder.requests("POST", "*")).hasSize(1);
/// }
/// ```
///
/// Time does not pass by itself: a build needs a step to begin and one to end, an agent one to come
/// and one to be ready. `settle` makes as many as it takes.
public final class FakeCoder implements AutoCloseable {
  /// Stands in every place of a workspace where secrets stand. Nobody may ever see it.
  public static final String SECRET = "a-secret-of-the-workspace";

  private static final int ENOUGH_STEPS = 100;

  private final World world;
  private final CoderApi api;
  private final FakeServer server;

  private FakeCoder(World world) {
    this.world = world;
    this.api = new CoderApi(world);
    this.server = FakeServer.start("coder", api::answer);
  }

  public static FakeCoder start(Mode mode) {
    return start(mode, Clock.systemUTC());
  }

  public static FakeCoder start(Mode mode, Clock clock) {
    return new FakeCoder(new World(mode, clock));
  }

  public String url() {
    return server.url();
  }

  public String token() {
    return World.TOKEN;
  }

  /// The name of the user whose token it is.
  public String owner() {
    return World.ME;
  }

  /// A template without parameters and presets, in the organization `coder`.
  public FakeTemplate template(String name) {
    synchronized (world) {
      var template = new FakeTemplate(world, name);
      world.templates.add(template);
      return template;
    }
  }

  /// A template for agents that is called `Setup`, and `setup` where nobody looks, with these
  /// presets.
  public FakeTemplate project(String displayName, String... roles) {
    var template =
        template(Search.plain(displayName).replace('_', '-')).displayName(displayName).forAgents();
    for (var role : roles) {
      template.preset(role, Map.of("system_prompt", "You are a " + role + "."));
    }
    return template;
  }

  /// One of our own, with the first preset of its template.
  public FakeWorkspace workspace(String name, FakeTemplate template, Stage stage) {
    return workspace(name, template, stage, World.ME);
  }

  /// One that belongs to somebody, who need not have been known before.
  public FakeWorkspace workspace(String name, FakeTemplate template, Stage stage, String owner) {
    synchronized (world) {
      world.user(owner);
      var version = template.active();
      var preset = version.presets().isEmpty() ? null : version.presets().getFirst();
      var values = new LinkedHashMap<String, String>();
      version.parameters().forEach(it -> values.put(it.name(), it.defaultValue()));
      if (preset != null) {
        values.putAll(preset.values());
      }
      var wish = new FakeBuild.Wish(Transition.START, version, preset, values, null, "initiator");
      var workspace = new FakeWorkspace(world, name, owner, wish);
      world.workspaces.add(workspace);
      Staging.bring(workspace, stage, world);
      return workspace;
    }
  }

  /// The newest of ours with this name, also one that a client has made.
  public FakeWorkspace workspace(String name) {
    synchronized (world) {
      return world
          .findWorkspace(World.ME, name, true)
          .orElseThrow(() -> new IllegalStateException("There is no workspace " + name + "."));
    }
  }

  /// The newest chat that a client has made with this label.
  public FakeChat chat(String label, String value) {
    synchronized (world) {
      return world.chats.reversed().stream()
          .filter(it -> value.equals(it.labels().get(label)))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("There is no chat " + value + "."));
    }
  }

  /// A chat in which somebody sits.
  public FakeChat chat(String words) {
    synchronized (world) {
      var chat = new FakeChat(world, Map.of());
      chat.say(words);
      world.chats.add(chat);
      return chat;
    }
  }

  /// Everything goes one step further.
  public void step() {
    synchronized (world) {
      world.step();
    }
  }

  /// Steps until nothing moves any more.
  public void settle() {
    synchronized (world) {
      for (int i = 0; i < ENOUGH_STEPS && world.step(); i++) {
        // Each of them moves something.
      }
    }
  }

  public FakeCoder pace(Pace pace) {
    return changed(() -> api.pace = pace);
  }

  /// Agents end a task by themselves after so many steps. With 0 they work until they are told.
  public FakeCoder stepsOfWork(int steps) {
    return changed(() -> world.stepsOfWork = steps);
  }

  /// What agents say of their tasks, one thing at each step; with the last one a task ends.
  ///
  /// @param words what is said of a task; nothing for one that is done as `stepsOfWork` has it
  public FakeCoder script(Function<String, List<FakeAgentApi.Saying>> words) {
    return changed(() -> world.script = words);
  }

  /// Our token is that of an administrator, who sees the workspaces of everybody.
  public FakeCoder admin(boolean is) {
    return changed(() -> world.admin = is);
  }

  /// Lies about its version.
  public FakeCoder version(String version) {
    return changed(() -> world.version = version);
  }

  /// Apps can have hosts of their own below this, as `*.apps.example.com`.
  public FakeCoder appHost(String host) {
    return changed(() -> world.appHost = host);
  }

  /// Whether apps can be reached by path.
  public FakeCoder pathApps(boolean can) {
    return changed(() -> world.pathApps = can);
  }

  public FakeCoder requestsPerMinute(int count) {
    return changed(() -> world.requestsPerMinute = count);
  }

  private FakeCoder changed(Runnable change) {
    synchronized (world) {
      change.run();
      return this;
    }
  }

  /// The next requests of this method and path go wrong. `*` stands for anything.
  public void fault(String method, String path, Fault fault) {
    server.fault(method, path, fault);
  }

  /// From here on nothing goes wrong any more.
  public void heal() {
    server.heal();
  }

  /// What it was asked so far, in this order.
  public List<Request> requests() {
    return server.requests();
  }

  public List<Request> requests(String method, String path) {
    return server.requests(method, path);
  }

  /// Those to the apps in workspaces.
  public List<Request> appRequests() {
    return requests().stream()
        .filter(
            it -> it.path().startsWith("/@") || !it.header("host").orElse("").startsWith("127."))
        .toList();
  }

  public void forgetRequests() {
    server.forgetRequests();
  }

  @Override
  public void close() {
    server.close();
  }
}
