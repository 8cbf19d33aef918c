package dev.retinue.mcp.client;

/// A request of the server that lasts as long as one wants to hear something.
final class ModernSubscription implements Subscription {
  private final Wanted wanted;
  private final OpenRequest request;
  private final Announcer announcer;
  private boolean open = true;

  ModernSubscription(Wanted wanted, OpenRequest request, Announcer announcer) {
    this.wanted = wanted;
    this.request = request;
    this.announcer = announcer;
    Thread.ofVirtual().name("mcp-client-subscription").start(this::waitForEnd);
  }

  private void waitForEnd() {
    try {
      request.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (end()) {
      announcer.announce(new Notice.Ended(this));
    }
  }

  private synchronized boolean end() {
    boolean was = open;
    open = false;
    return was;
  }

  @Override
  public Wanted wanted() {
    return wanted;
  }

  @Override
  public synchronized boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    if (end()) {
      request.close();
    }
  }
}
