package dev.retinue.runtime.coder.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.coder.client.CoderHttp.Header;
import dev.retinue.runtime.coder.client.CoderHttp.Question;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The AgentAPI of an agent, through the proxy of Coder. Only the cookie goes there: Coder takes
/// that away before it passes a request on, and would pass a header on to the agent.
public final class AppClient {
  /// A message to an agent keeps everybody else there waiting for up to 17 seconds.
  public static final Duration TIME = Duration.ofSeconds(35);

  private static final String COOKIE = "coder_session_token=";
  private static final String BUSY = "can only be sent when the agent is waiting";

  private final CoderAccess access;
  private final CoderHttp http;
  private final HostOfApps hosts;

  /// Says where apps with names of their own are.
  interface HostOfApps {
    String host() throws InterruptedException;
  }

  AppClient(CoderAccess access, CoderHttp http, HostOfApps hosts) {
    this.access = access;
    this.http = http;
    this.hosts = hosts;
  }

  /// An agent that can be talked to.
  ///
  /// @param agent how we call it
  public record Line(String agent, URI base) {
    URI at(String path) {
      return URI.create(base + path);
    }
  }

  /// What an agent says of itself.
  ///
  /// @param stable whether it waits for something to do
  /// @param terminal whether it is a program at a terminal, which understands keys
  public record State(boolean stable, boolean terminal) {}

  /// One thing that was said.
  ///
  /// @param input whether it was said to the agent
  public record Message(Instant at, boolean input, String text) {}

  public Line line(Workspace workspace, Workspace.App app) throws InterruptedException {
    var subdomain = app.subdomain();
    if (subdomain == null || subdomain.isEmpty()) {
      return new Line(
          workspace.name(),
          access.at(
              "/@%s/%s/apps/%s/"
                  .formatted(
                      escaped(workspace.owner()), escaped(workspace.name()), escaped(app.slug()))));
    }
    var host = hosts.host();
    if (!host.startsWith("*")) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "Agent '%s' has a name of its own on the network, and this deployment of Coder has no place for such names; set CODER_WILDCARD_ACCESS_URL there."
              .formatted(workspace.name()));
    }
    return new Line(workspace.name(), access.atHost(subdomain + host.substring(1), "/"));
  }

  public State state(Line line, Duration time) throws InterruptedException {
    var json = good(line, http.ask(question(line, "GET", "status", null), Deadline.in(time)));
    var transport = json.path("transport").asString("pty");
    return new State(
        json.path("status").asString("").equals("stable"),
        transport.isEmpty() || transport.equals("pty"));
  }

  /// All of the conversation, oldest first.
  public List<Message> messages(Line line) throws InterruptedException {
    var json = good(line, http.ask(question(line, "GET", "messages", null), Deadline.in(TIME)));
    var found = new ArrayList<Message>();
    for (var it : json.path("messages")) {
      found.add(
          new Message(
              WorkspaceForm.time(it, "time"),
              WorkspaceForm.text(it, "role").equals("user"),
              WorkspaceForm.text(it, "content")));
    }
    return found;
  }

  /// Says something to an agent that waits for it; a conflict if it does not.
  public void say(Line line, String text) throws InterruptedException {
    var answer = post(line, "user", text);
    if (isBusy(answer)) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Agent '%s' is busy; wait until it is idle, let the task wait with 'queue', or cancel what it does."
              .formatted(line.agent()));
    }
    good(line, answer);
  }

  /// Presses a key, exactly once: pressed twice it may end the agent.
  public void press(Line line, String key) throws InterruptedException {
    good(line, post(line, "raw", key));
  }

  private Answer post(Line line, String type, String content) throws InterruptedException {
    var body = CoderHttp.JSON.createObjectNode().put("content", content).put("type", type);
    return http.once(question(line, "POST", "message", body), Deadline.in(TIME));
  }

  private static boolean isBusy(Answer answer) {
    var said =
        answer.body().path("detail").asString("") + answer.body().path("errors") + answer.text();
    return answer.status() == 409 || (answer.status() == 500 && said.contains(BUSY));
  }

  private Question question(Line line, String method, String path, @Nullable ObjectNode body) {
    return new Question(method, line.at(path), new Header("Cookie", COOKIE + access.key()), body);
  }

  /// A page is an answer of the proxy, even if it says that all is well.
  private static JsonNode good(Line line, Answer answer) {
    if (answer.isGood() && answer.body().isObject()) {
      return answer.body();
    }
    throw CoderRefusals.ofApp(line.agent(), answer);
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
