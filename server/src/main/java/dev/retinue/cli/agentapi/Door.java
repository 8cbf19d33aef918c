package dev.retinue.cli.agentapi;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Http;
import dev.retinue.web.http.Body;
import dev.retinue.web.http.Plain;
import dev.retinue.web.http.Pulse;
import dev.retinue.web.http.Replies;
import dev.retinue.web.http.Visit;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// AgentAPI over HTTP. It asks nobody for a token, as the original does not: who may come is
/// decided by where it listens, by the names that it answers to, and by the proxy in front of it.
public final class Door extends Handler.Abstract implements AutoCloseable {
  private static final String BUSY =
      "message can only be sent when the agent is waiting for user input";

  /// Ctrl-C and Escape.
  private static final Set<String> INTERRUPTS = Set.of("\u0003", "\u001b");

  private static final int LONGEST_MESSAGE = Json.LONGEST;
  private static final int LONGEST_FILE = 10 * 1024 * 1024;

  /// What stands around a file in a form.
  private static final int ENVELOPE = 16 * 1024;

  private static final int MOST_FOLLOWERS = 100;
  private static final Duration QUIET = Duration.ofSeconds(15);

  private final Names names;
  private final String agentType;
  private final Dialogue dialogue;
  private final Uploads uploads;
  private final Pulse pulse = new Pulse(QUIET);
  private final Semaphore followers = new Semaphore(MOST_FOLLOWERS);

  /// @param agentType what it says that the agent is
  public Door(Names names, String agentType, Dialogue dialogue, Uploads uploads) {
    this.names = names;
    this.agentType = agentType;
    this.dialogue = dialogue;
    this.uploads = uploads;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    var host = Visit.header(request, "Host");
    if (!names.allowsHost(host)) {
      Plain.reply(
          response,
          callback,
          400,
          "Invalid host header. Allowed hosts: " + String.join(", ", names.hosts()));
      return true;
    }
    try {
      greet(request, response, host);
      answer(request, response, callback);
    } catch (Problem e) {
      e.send(response, after(e, request, callback));
    } catch (RetinueException e) {
      problem(e).send(response, callback);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      new Problem(503, "The server is stopping.").send(response, callback);
    }
    return true;
  }

  /// Lets a page in that may ask, and no other: browsers send what pages want sent.
  private void greet(Request request, Response response, @Nullable String host) {
    var origin = Visit.header(request, "Origin");
    if (origin == null) {
      return;
    }
    if (!names.allowsOrigin(origin, host)) {
      throw new Problem(
          403,
          "This origin is not allowed; name it with --allowed-origins or AGENTAPI_ALLOWED_ORIGINS.");
    }
    var headers = response.getHeaders();
    headers.put("Access-Control-Allow-Origin", origin);
    headers.put("Access-Control-Allow-Methods", "GET, POST, OPTIONS");
    headers.put("Access-Control-Allow-Headers", "Accept, Content-Type");
    headers.put(HttpHeader.VARY, "Origin");
  }

  private void answer(Request request, Response response, Callback callback)
      throws InterruptedException {
    switch (request.getMethod() + " " + Request.getPathInContext(request)) {
      case "GET /status" -> Replies.json(response, callback, 200, status());
      case "GET /messages" -> Replies.json(response, callback, 200, messages());
      case "POST /message" -> {
        take(Order.of(body(request, LONGEST_MESSAGE)));
        Replies.json(response, callback, 200, Json.object().put("ok", true));
      }
      case "POST /upload" -> Replies.json(response, callback, 200, upload(request));
      case "GET /events" -> follow(request, response, callback);
      default -> elsewhere(request, response, callback);
    }
  }

  private void elsewhere(Request request, Response response, Callback callback) {
    if (request.getMethod().equals("OPTIONS")) {
      response.setStatus(204);
      callback.succeeded();
      return;
    }
    throw switch (Request.getPathInContext(request)) {
      case "/status", "/messages", "/message", "/upload", "/events" ->
          new Problem(405, "This method is not allowed here.");
      default ->
          new Problem(404, "There is nothing here; see /status, /messages, /message and /events.");
    };
  }

  private ObjectNode status() {
    return Json.object()
        .put("status", dialogue.status().word())
        .put("agent_type", agentType)
        // What is sent raw interrupts here as it does at a terminal, and clients ask for that.
        .put("transport", "pty");
  }

  private ObjectNode messages() {
    var answer = Json.object();
    var all = answer.putArray("messages");
    for (var message : dialogue.messages()) {
      all.addObject()
          .put("id", message.id())
          .put("role", message.role().word())
          .put("content", message.content())
          .put("time", message.time().toString());
    }
    return answer;
  }

  private void take(Order order) throws InterruptedException {
    if (order.raw()) {
      press(order.content());
    } else if (order.content().isBlank()) {
      throw Problem.notSent("message must not be empty");
    } else {
      say(order.content());
    }
  }

  private void say(String words) throws InterruptedException {
    try {
      dialogue.say(words);
    } catch (RetinueException e) {
      throw Problem.notSent(e.code() == ErrorCode.CONFLICT ? BUSY : e.getMessage());
    }
  }

  /// There is no terminal: of all keys those are understood that interrupt. With nothing at work
  /// they do nothing.
  private void press(String keys) {
    if (!INTERRUPTS.contains(keys)) {
      throw Problem.notSent(
          "there is no terminal here; of raw messages only Ctrl-C (\\u0003) and Escape (\\u001b) are understood, which interrupt the agent");
    }
    dialogue.interrupt();
  }

  private ObjectNode upload(Request request) {
    var body = body(request, LONGEST_FILE + ENVELOPE);
    var file = Form.file(Visit.header(request, "Content-Type"), body);
    if (file.isEmpty()) {
      throw Problem.misfit(
          new Problem.Wrong(
              "file", "expected multipart/form-data with a file in the field 'file'"));
    }
    if (file.get().content().length > LONGEST_FILE) {
      throw tooLarge(LONGEST_FILE);
    }
    return Json.object().put("ok", true).put("filePath", uploads.keep(file.get()).toString());
  }

  private void follow(Request request, Response response, Callback callback) {
    // All of the request, or it would be closed as one that does not come to its end.
    body(request, ENVELOPE);
    if (!followers.tryAcquire()) {
      throw new Problem(503, "%d follow the events, and no more may.".formatted(MOST_FOLLOWERS));
    }
    new EventStream(response, callback, pulse, agentType).begin(dialogue, followers::release);
  }

  private static byte[] body(Request request, int longest) {
    try {
      return Body.find(request, longest)
          .orElseThrow(() -> new Problem(400, "the request body was not sent as a whole"));
    } catch (Http.TooLarge e) {
      throw tooLarge(longest);
    }
  }

  private static Problem tooLarge(int longest) {
    return new Problem(
        Problem.TOO_LARGE, "request body is too large; %d bytes are allowed".formatted(longest));
  }

  private static Callback after(Problem problem, Request request, Callback callback) {
    return problem.status() == Problem.TOO_LARGE ? Body.afterRest(request, callback) : callback;
  }

  private static Problem problem(RetinueException e) {
    return new Problem(e.code() == ErrorCode.SERVICE_UNAVAILABLE ? 503 : 500, e.getMessage());
  }

  @Override
  public void close() {
    pulse.close();
  }
}
