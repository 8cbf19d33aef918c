package dev.retinue.rules.planted.web;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;

/// Queues and pools that take everything, and one that does not.
public final class GrowsWithoutBound {
  private GrowsWithoutBound() {}

  public static Queue<String> endlessQueue() {
    return new LinkedBlockingQueue<>();
  }

  public static Queue<String> copiedQueue() {
    return new LinkedBlockingQueue<>(List.of("a"));
  }

  public static Queue<String> concurrentQueue() {
    return new ConcurrentLinkedQueue<>();
  }

  public static Queue<String> transferQueue() {
    return new LinkedTransferQueue<>();
  }

  public static Queue<String> priorityQueue() {
    return new PriorityBlockingQueue<>();
  }

  public static Queue<String> endlessDeque() {
    return new LinkedBlockingDeque<>();
  }

  public static ExecutorService stealingPool() {
    return Executors.newWorkStealingPool();
  }

  public static ExecutorService cachedPool() {
    return Executors.newCachedThreadPool();
  }

  public static ExecutorService poolWithEndlessQueue() {
    return Executors.newFixedThreadPool(2);
  }

  public static Queue<String> allowed() {
    return new LinkedBlockingQueue<>(10);
  }
}
