package dev.retinue.mcp.client;

import dev.retinue.mcp.rpc.Message;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// Tells the listener what has happened, one notice after the other, on a thread that may wait: a
/// listener can use the client. One that is too slow misses the oldest notices.
final class Announcer implements AutoCloseable {
  private static final int MOST = 1024;

  private final BlockingQueue<Notice> notices = new ArrayBlockingQueue<>(MOST);
  private final Map<String, Semaphore> bells = new ConcurrentHashMap<>();
  private final Consumer<Notice> listener;
  private final Thread thread;

  Announcer(Consumer<Notice> listener) {
    this.listener = listener;
    this.thread = Thread.ofVirtual().name("mcp-client-listener").start(this::run);
  }

  void take(Message.Notification notification) {
    try {
      announce(Notice.of(notification));
    } catch (McpClientException e) {
      Transport.LOG.log(
          System.Logger.Level.WARNING, "The server sent a notification that is none", e);
    }
  }

  void announce(Notice notice) {
    if (notice instanceof Notice.TaskChanged(var task)) {
      var bell = bells.get(task.id());
      if (bell != null) {
        bell.release();
      }
    }
    while (!notices.offer(notice)) {
      notices.poll();
    }
  }

  /// Gets a permit whenever the task has changed, until it is silenced.
  Semaphore bell(String taskId) {
    return bells.computeIfAbsent(taskId, _ -> new Semaphore(0));
  }

  void silence(String taskId) {
    bells.remove(taskId);
  }

  private void run() {
    try {
      while (true) {
        tell(notices.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(Notice notice) {
    try {
      listener.accept(notice);
    } catch (RuntimeException e) {
      Transport.LOG.log(System.Logger.Level.ERROR, "The listener of a client failed", e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
