package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.FakeBuild.Job;
import dev.retinue.runtime.coder.fake.FakeBuild.Transition;
import dev.retinue.runtime.coder.fake.http.Request;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A workspace of the fake, and what a test can do to it behind the back of the API.
public final class FakeWorkspace {
  private static final int LONGEST_STATUS = 160;
  private static final int REMEMBERED = 1_000;

  private final World world;
  private final UUID id;
  private final UUID taskId;
  private final String name;
  private final String owner;
  private final FakeTemplate template;
  private final Instant createdAt;
  private final List<FakeBuild> builds = new ArrayList<>();
  private final List<AppStatus> statuses = new ArrayList<>();
  private final List<Request> received = new ArrayList<>();
  private String nextError = "";
  private @Nullable Instant dormantAt;
  @Nullable URI elsewhere;

  /// What an agent said about its work.
  ///
  /// @param state working, idle, complete or failure
  record AppStatus(
      UUID id,
      UUID agentId,
      UUID appId,
      String state,
      String message,
      String uri,
      Instant createdAt) {}

  FakeWorkspace(World world, String name, String owner, FakeBuild.Wish first) {
    this.world = world;
    this.id = world.newId();
    this.taskId = world.newId();
    this.name = name;
    this.owner = owner;
    this.template = world.templateOf(first.version());
    this.createdAt = world.now();
    begin(first);
  }

  public UUID id() {
    return id;
  }

  public String name() {
    return name;
  }

  public String owner() {
    return owner;
  }

  /// Coder's word for how it is.
  public String status() {
    synchronized (world) {
      return latest().status();
    }
  }

  /// How many builds it has had.
  public int buildCount() {
    synchronized (world) {
      return builds.size();
    }
  }

  /// Its id in deployments where tasks have ids of their own.
  public UUID taskId() {
    return taskId;
  }

  /// What the agent in it shows to Coder when it reports.
  public String agentToken() {
    return "agent-" + id;
  }

  /// Its agent says this about its work.
  public FakeWorkspace report(String state, String message) {
    return report(state, message, "");
  }

  public FakeWorkspace report(String state, String message, String uri) {
    synchronized (world) {
      var machine = machine();
      var words =
          message.length() > LONGEST_STATUS ? message.substring(0, LONGEST_STATUS) : message;
      statuses.add(
          new AppStatus(
              world.newId(), machine.agentId, machine.appId, state, words, uri, world.now()));
      return this;
    }
  }

  /// Its agent is like this from here on, whatever steps come.
  ///
  /// @param status connecting, connected, disconnected or timeout
  /// @param lifecycle created, starting, ready, start_error and the like
  public FakeWorkspace agent(String status, String lifecycle) {
    synchronized (world) {
      machine().status = status;
      machine().lifecycle = lifecycle;
      return this;
    }
  }

  /// Its app is disabled, initializing, healthy or unhealthy.
  public FakeWorkspace health(String health) {
    synchronized (world) {
      machine().health = health;
      return this;
    }
  }

  /// The AgentAPI that runs in it now. Every start begins a new one.
  public FakeAgentApi agentApi() {
    synchronized (world) {
      return machine().agentApi;
    }
  }

  /// Behind the proxy stands the AgentAPI at this address, and not the built-in one.
  public FakeWorkspace servedBy(URI address) {
    synchronized (world) {
      elsewhere = address;
      return this;
    }
  }

  /// The next build that comes to its end fails in these words.
  public FakeWorkspace nextBuildFails(String words) {
    synchronized (world) {
      nextError = words;
      return this;
    }
  }

  /// Somebody stops it.
  public FakeWorkspace stop() {
    synchronized (world) {
      begin(latest().wish.to(Transition.STOP, null));
      return this;
    }
  }

  public FakeWorkspace dormant() {
    synchronized (world) {
      rests(true);
      return this;
    }
  }

  void rests(boolean does) {
    dormantAt = does ? world.now() : null;
  }

  boolean rests() {
    return dormantAt != null;
  }

  /// What has reached the app in it, as it arrived there.
  public List<Request> received() {
    synchronized (world) {
      return List.copyOf(received);
    }
  }

  void receive(Request request) {
    if (received.size() < REMEMBERED) {
      received.add(request);
    }
  }

  FakeBuild begin(FakeBuild.Wish wish) {
    var build = new FakeBuild(world, builds.size() + 1, wish);
    builds.add(build);
    return build;
  }

  boolean step() {
    var build = latest();
    switch (build.job) {
      case PENDING -> build.is(Job.RUNNING, world.now());
      case RUNNING -> end(build);
      case CANCELING -> build.is(Job.CANCELED, world.now());
      case SUCCEEDED -> {
        return build.machine != null && step(build, build.machine);
      }
      case CANCELED, FAILED -> {
        return false;
      }
    }
    return true;
  }

  private void end(FakeBuild build) {
    if (!nextError.isEmpty()) {
      build.error = nextError;
      nextError = "";
      build.is(Job.FAILED, world.now());
      return;
    }
    build.is(Job.SUCCEEDED, world.now());
    if (build.wish.transition() == Transition.START) {
      dormantAt = null;
      build.machine = new FakeMachine(world, template.app, new FakeAgentApi(world, this));
    }
    if (build.wish.transition() == Transition.STOP && build.wish.then() != null) {
      begin(build.wish.to(build.wish.then(), null));
    }
  }

  private boolean step(FakeBuild build, FakeMachine machine) {
    var move = machine.step();
    if (move == FakeMachine.Move.READY) {
      boolean first =
          builds.stream().filter(it -> it.machine != null).count() == 1
              || template.runsPromptAgain();
      var prompt = first ? prompt(build) : "";
      var launcher = machine.plan.launcher;
      machine.agentApi.begin(launcher == null && elsewhere == null ? prompt : "");
      if (launcher != null) {
        elsewhere = launcher.launch(this, prompt);
      }
    }
    return move != FakeMachine.Move.NONE;
  }

  String prompt(FakeBuild build) {
    return build.wish.parameters().entrySet().stream()
        .filter(it -> Search.plain(it.getKey()).equals("ai_prompt"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }

  boolean isDeleted() {
    return latest().status().equals("deleted");
  }

  FakeBuild latest() {
    return builds.getLast();
  }

  List<FakeBuild> builds() {
    return builds;
  }

  /// Newest first.
  List<AppStatus> statuses() {
    return statuses.reversed();
  }

  FakeTemplate template() {
    return template;
  }

  Instant createdAt() {
    return createdAt;
  }

  @Nullable Instant dormantAt() {
    return dormantAt;
  }

  FakeMachine machine() {
    var machine = latest().machine;
    if (machine == null) {
      throw new IllegalStateException(
          "The workspace %s is %s and has no agent.".formatted(name, latest().status()));
    }
    return machine;
  }
}
