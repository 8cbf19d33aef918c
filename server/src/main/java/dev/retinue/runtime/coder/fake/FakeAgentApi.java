package dev.retinue.runtime.coder.fake;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import tools.jackson.databind.node.ObjectNode;

/// The AgentAPI in a workspace, in front of an agent that works until it is told to end.
///
/// Keys do to it what they do to a program at a terminal: `^C` and Escape interrupt it when it is
/// busy. When it is idle, a second `^C` ends it, and a second Escape opens a dialog. A step of the
/// fake, or any message, comes between a first and a second.
public final class FakeAgentApi {
  private static final String GREETING =
      """
      ╭──────────────────────────────────────────────────────────────────────────────╮
      │ ✻ Welcome to the fake agent!                                                 │
      ╰──────────────────────────────────────────────────────────────────────────────╯""";
  private static final String INTERRUPT = "\u0003";
  private static final String ESCAPE = "\u001b";
  private static final int UNREAD_EVENTS = 1_000;

  private final World world;
  private final FakeWorkspace workspace;
  private final List<Message> messages = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private final Deque<Saying> script = new ArrayDeque<>();
  private final List<BlockingQueue<String>> listeners = new ArrayList<>();
  private String transport = "pty";
  private String allowedHosts = "*";
  private boolean reports = true;
  private boolean alive;
  private boolean busy;
  private boolean dialog;
  private String lastKey = "";
  private int stepsLeft;

  /// One message of the conversation.
  ///
  /// @param role user or agent
  public record Message(int id, String role, String content, Instant time) {}

  /// What it says of its work.
  ///
  /// @param state in the word with which it reports it to Coder
  public record Saying(String state, String words) {}

  /// Why a message was not taken. AgentAPI says all of these with the same status.
  static final class NotSent extends Exception {
    private static final long serialVersionUID = 1;

    NotSent(String words) {
      super(words);
    }
  }

  FakeAgentApi(World world, FakeWorkspace workspace) {
    this.world = world;
    this.workspace = workspace;
  }

  /// `pty`, as it is at first, or `acp`.
  public FakeAgentApi transport(String kind) {
    synchronized (world) {
      transport = kind;
      return this;
    }
  }

  /// Whether the agent tells Coder when it begins and when it ends; it does at first.
  public FakeAgentApi reports(boolean they) {
    synchronized (world) {
      reports = they;
      return this;
    }
  }

  /// It answers only requests to this host; `*`, as at first, is any.
  public FakeAgentApi allowedHosts(String hosts) {
    synchronized (world) {
      allowedHosts = hosts;
      return this;
    }
  }

  /// The agent begins to work without a word, as when somebody sits at its terminal.
  public FakeAgentApi work() {
    synchronized (world) {
      busy = true;
      tellStatus();
      return this;
    }
  }

  /// The agent ends its work with these words.
  public FakeAgentApi finish(String words) {
    return finish(new Saying("idle", words));
  }

  private FakeAgentApi finish(Saying last) {
    synchronized (world) {
      write(last.words());
      rest();
      report(last.state(), last.words());
      return this;
    }
  }

  /// The process ends, as it does when its agent ends.
  public void die() {
    synchronized (world) {
      alive = false;
    }
  }

  public boolean isAlive() {
    synchronized (world) {
      return alive;
    }
  }

  public boolean isBusy() {
    synchronized (world) {
      return busy;
    }
  }

  /// Whether two Escapes have opened the dialog that nobody asked for.
  public boolean hasDialog() {
    synchronized (world) {
      return dialog;
    }
  }

  public List<Message> messages() {
    synchronized (world) {
      return List.copyOf(messages);
    }
  }

  /// The raw messages that were sent to it.
  public List<String> keys() {
    synchronized (world) {
      return List.copyOf(keys);
    }
  }

  void begin(String prompt) {
    alive = true;
    add("agent", GREETING);
    if (!prompt.isEmpty()) {
      take(prompt);
    }
  }

  boolean step() {
    lastKey = "";
    if (busy && !script.isEmpty()) {
      sayNext();
      return true;
    }
    if (!busy || stepsLeft == 0) {
      return false;
    }
    if (--stepsLeft == 0) {
      finish("I have done it.");
    }
    return true;
  }

  private void sayNext() {
    var next = script.removeFirst();
    if (script.isEmpty()) {
      finish(next);
    } else {
      write(next.words());
      report(next.state(), next.words());
    }
  }

  void send(String content) throws NotSent {
    var words = content.strip();
    if (words.isEmpty()) {
      throw new NotSent("message must not be empty");
    }
    if (busy) {
      throw new NotSent("message can only be sent when the agent is waiting for user input");
    }
    take(words);
  }

  void type(String content) throws NotSent {
    keys.add(content);
    if (transport.equals("acp")) {
      send(content); // There is no terminal: what is typed is a prompt.
      return;
    }
    var before = lastKey;
    lastKey = "";
    if (busy && (content.equals(INTERRUPT) || content.equals(ESCAPE))) {
      write("⎿  Interrupted by user");
      rest();
    } else if (!busy && (content.equals(INTERRUPT) || content.equals(ESCAPE))) {
      lastKey = content;
      alive = !(content.equals(INTERRUPT) && before.equals(INTERRUPT));
      dialog = dialog || (content.equals(ESCAPE) && before.equals(ESCAPE));
    }
  }

  private void take(String words) {
    lastKey = "";
    busy = true;
    stepsLeft = world.stepsOfWork;
    script.addAll(world.script.apply(words));
    add("user", words);
    add("agent", "✻ Thinking…");
    tellStatus();
    report("working", words);
  }

  private void rest() {
    busy = false;
    stepsLeft = 0;
    script.clear();
    tellStatus();
  }

  private void report(String state, String words) {
    if (reports) {
      workspace.report(state, words);
    }
  }

  private void add(String role, String content) {
    messages.add(new Message(messages.size(), role, content, world.now()));
    tell("message_update", update(messages.getLast()));
  }

  /// Into the message of the agent that stands at the end.
  private void write(String content) {
    if (!messages.isEmpty() && messages.getLast().role().equals("agent") && messages.size() > 1) {
      var last = messages.removeLast();
      messages.add(new Message(last.id(), "agent", content, last.time()));
      tell("message_update", update(messages.getLast()));
    } else {
      add("agent", content);
    }
  }

  String transport() {
    return transport;
  }

  boolean allows(String host) {
    return allowedHosts.equals("*") || host.replaceFirst(":\\d+$", "").equals(allowedHosts);
  }

  String allowedHosts() {
    return allowedHosts;
  }

  String status() {
    return busy ? "running" : "stable";
  }

  /// Hears everything that has happened, and then what happens.
  BlockingQueue<String> listen() {
    var heard = new ArrayBlockingQueue<String>(UNREAD_EVENTS);
    messages.forEach(it -> heard.offer(frame("message_update", update(it))));
    heard.offer(frame("status_change", statusChange()));
    listeners.add(heard);
    return heard;
  }

  void leave(BlockingQueue<String> heard) {
    listeners.remove(heard);
  }

  private void tellStatus() {
    tell("status_change", statusChange());
  }

  private void tell(String event, ObjectNode data) {
    var frame = frame(event, data);
    listeners.forEach(it -> it.offer(frame));
  }

  private ObjectNode statusChange() {
    return Tree.of("agent_type", "claude", "status", status());
  }

  private static ObjectNode update(Message message) {
    return Tree.of(
        "id", message.id(),
        "message", message.content(),
        "role", message.role(),
        "time", message.time());
  }

  private static String frame(String event, ObjectNode data) {
    return "event: %s\ndata: %s\n\n".formatted(event, data);
  }
}
