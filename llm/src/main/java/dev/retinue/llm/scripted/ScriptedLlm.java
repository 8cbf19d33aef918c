package dev.retinue.llm.scripted;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// A model for tests: a real HTTP server that speaks Anthropic Messages, OpenAI Responses and Chat
/// Completions and Gemini, and answers what the prompt tells it to answer.
///
/// ```java
/// try (var llm = ScriptedLlm.start()) {
///   var prompt = "Do it. " + ScriptedLlm.script(
///       Turn.shell("echo hi"), Turn.text("got {{tool_result}}").usage(1000, 20));
///   // … give it to a real program, with llm.url() as the address of its service …
///   var asked = llm.await("Do it.");                    // the newest request with these words
///   assertThat(asked.conversation().toolNames()).contains("Bash");
///   llm.awaitHangUp("Do it.");                          // the client went away before the end
/// }
/// ```
///
/// The newest script in the conversation counts, and in it the turn after those that stand in the
/// conversation already. Nothing is counted here, so any number of agents may play at once, repeat
/// a request, or go on in another process. (Only `Turn.times` counts.) What a turn can do is in
/// `Turn`. A prompt without a script is answered with words that say so.
///
/// Every connection carries one request. A client that closes it before the answer is complete has
/// *hung up*; that is how a test knows that a program which was ended has really stopped to work.
public final class ScriptedLlm implements AutoCloseable {
  private static final List<Api> APIS =
      List.of(new AnthropicMessages(), new OpenAiResponses(), new OpenAiChat(), new Gemini());
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ServerSocket server;
  private final Exchanges exchanges = new Exchanges();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Gates gates = new Gates();
  private final Map<String, Integer> troubles = new ConcurrentHashMap<>();

  private ScriptedLlm(ServerSocket server) {
    this.server = server;
  }

  public static ScriptedLlm start() {
    try {
      var server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
      var llm = new ScriptedLlm(server);
      Thread.ofVirtual().name("llm-accept").start(llm::accept);
      return llm;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// As a prompt carries it.
  public static String script(Turn... turns) {
    return new Script(List.of(turns)).text();
  }

  /// What `ANTHROPIC_BASE_URL` and `GOOGLE_GEMINI_BASE_URL` want; those of OpenAI want `/v1` after
  /// it.
  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /// Lets a turn that waits at this gate, or comes there, go on to its next piece.
  public void goOn(String gate) {
    gates.open(gate);
  }

  /// What was asked so far, in this order.
  public List<Exchange> exchanges() {
    return exchanges.all();
  }

  /// Those of them in which users said this.
  public List<Exchange> exchanges(String words) {
    return exchanges.all().stream().filter(it -> it.heard(words)).toList();
  }

  /// Waits for a request with these words in its prompt; it may still be open.
  public Exchange await(String words) throws InterruptedException {
    return await(it -> it.heard(words));
  }

  /// Waits until such a request was given up by its client.
  public Exchange awaitHangUp(String words) throws InterruptedException {
    return await(it -> it.heard(words) && it.hungUp());
  }

  /// Waits for a request like this, and answers the newest of them.
  public Exchange await(Predicate<Exchange> wished) throws InterruptedException {
    return exchanges.await(wished, PATIENCE);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().name("llm-answer").start(() -> serve(socket));
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      var http = new HttpSocket(socket);
      answer(http, http.read());
    } catch (IOException e) {
      // The client did not even finish its question.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  private void answer(HttpSocket http, HttpSocket.Request request)
      throws IOException, InterruptedException {
    var api = APIS.stream().filter(it -> it.answers(request.path())).findFirst();
    if (api.isPresent() && request.method().equals("POST")) {
      answer(api.get(), http, request);
    } else {
      Answering.json(http, Aside.status(request), Map.of(), Aside.answer(request));
    }
  }

  private void answer(Api api, HttpSocket http, HttpSocket.Request request)
      throws IOException, InterruptedException {
    var count = api.count(request.path(), request.body().length / 4);
    if (count != null) {
      Answering.json(http, 200, Map.of(), count);
      return;
    }
    JsonNode body;
    try {
      body = Tree.JSON.readTree(new String(request.body(), StandardCharsets.UTF_8));
    } catch (JacksonException e) {
      var failure = new Api.Failure(400, "invalid_request_error", "This is no JSON.", 0, 0);
      Answering.json(http, 400, Map.of(), api.error(failure));
      return;
    }
    var conversation = api.read(request.path(), body);
    var player = new Player(conversation);
    var place = player.find();
    var exchange =
        exchanges.add(
            number ->
                new Exchange(
                    number,
                    Instant.now(),
                    api.name(),
                    request.path(),
                    request.headers(),
                    conversation,
                    body,
                    place.number(),
                    new Exchange.Outcome.Open()));
    var answering = new Answering(api, http, turn(place), conversation.streamed(), gates);
    var outcome = answering.play(player.reply(place));
    // Who is closed hangs up itself.
    exchanges.end(
        exchange, server.isClosed() ? new Exchange.Outcome.Dropped(Instant.now()) : outcome);
  }

  /// Without its trouble if that has come often enough.
  private Turn turn(Player.Place place) {
    var turn = place.turn();
    if (!turn.troubled() || !turn.has("times")) {
      return turn;
    }
    int come = troubles.merge(place.number() + " " + place.prompt(), 1, Integer::sum);
    return come <= turn.at("times").asInt() ? turn : turn.untroubled();
  }

  /// Whoever still waits for an answer is hung up on.
  @Override
  public void close() {
    try {
      server.close();
      for (var socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
