package dev.retinue.runtime.coder.fake;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// A chat of the fake, in which an agent of Coder's own works until it is told to end.
public final class FakeChat {
  private final World world;
  private final UUID id;
  private final Map<String, String> labels;
  private final Instant createdAt;
  private final List<Message> messages = new ArrayList<>();
  private final List<Message> queued = new ArrayList<>();
  private String status = "waiting";
  private String error = "";
  private boolean archived;
  private Instant updatedAt;
  private int stepsLeft;
  private int made;

  /// One message.
  ///
  /// @param role user or assistant
  record Message(long id, String role, String text, Instant at) {}

  FakeChat(World world, Map<String, String> labels) {
    this.world = world;
    this.id = world.newId();
    this.labels = new LinkedHashMap<>(labels);
    this.createdAt = world.now();
    this.updatedAt = createdAt;
  }

  /// Its agent ends its work with these words, and goes on with what waits.
  public FakeChat finish(String words) {
    synchronized (world) {
      add("assistant", words);
      rest("waiting");
      return this;
    }
  }

  /// Its agent cannot go on.
  public FakeChat fail(String words) {
    synchronized (world) {
      error = words;
      rest("error");
      return this;
    }
  }

  public String status() {
    synchronized (world) {
      return status;
    }
  }

  public boolean isArchived() {
    synchronized (world) {
      return archived;
    }
  }

  /// What it was told, in this order.
  public List<String> told() {
    synchronized (world) {
      return messages.stream().filter(it -> it.role().equals("user")).map(Message::text).toList();
    }
  }

  /// Whether it waits.
  boolean say(String words) {
    if (status.equals("running")) {
      queued.add(new Message(++made, "user", words, world.now()));
      return true;
    }
    begin(words);
    return false;
  }

  private void begin(String words) {
    add("user", words);
    status = "running";
    stepsLeft = world.stepsOfWork;
  }

  void interrupt() {
    if (status.equals("running")) {
      rest("waiting");
    }
  }

  void archive() {
    archived = true;
  }

  private void rest(String now) {
    status = now;
    stepsLeft = 0;
    updatedAt = world.now();
    if (now.equals("waiting") && !queued.isEmpty()) {
      begin(queued.removeFirst().text());
    }
  }

  boolean step() {
    if (!status.equals("running") || stepsLeft == 0) {
      return false;
    }
    if (--stepsLeft == 0) {
      finish("I have done it.");
    }
    return true;
  }

  private void add(String role, String words) {
    updatedAt = world.now();
    messages.add(new Message(++made, role, words, updatedAt));
  }

  UUID id() {
    return id;
  }

  Map<String, String> labels() {
    return labels;
  }

  Instant createdAt() {
    return createdAt;
  }

  Instant updatedAt() {
    return updatedAt;
  }

  String error() {
    return error;
  }

  List<Message> messages() {
    return messages;
  }

  List<Message> queued() {
    return queued;
  }
}
