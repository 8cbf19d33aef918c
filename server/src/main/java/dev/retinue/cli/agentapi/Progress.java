package dev.retinue.cli.agentapi;

/// Is told how the work goes, by whoever shows the conversation. It must be quick.
public interface Progress {
  /// For nobody.
  Progress NONE =
      new Progress() {
        @Override
        public void works(String on) {}

        @Override
        public void rests(Rest how, String words) {}
      };

  /// How work can come to a halt.
  enum Rest {
    /// It is done.
    DONE,
    /// It failed.
    FAILED,
    /// It was interrupted.
    IDLE,
    /// It waits for a word of its user.
    ASKING
  }

  /// The agent is at work.
  ///
  /// @param on what it was told, or what it says that it does
  void works(String on);

  void rests(Rest how, String words);
}
