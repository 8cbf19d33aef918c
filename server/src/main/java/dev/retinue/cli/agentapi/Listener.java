package dev.retinue.cli.agentapi;

/// Hears of a conversation: first all that there is, then whatever changes. It must be quick.
interface Listener {
  void message(Message message);

  void status(Status status);
}
