package dev.retinue.core.port;

/// With this a run writes what it is about to say, for whoever wants to see it grow. Nothing of it
/// is recorded, and nothing of it counts: what is said is told to the `Work`.
public interface Pen {
  /// One that leaves no trace.
  Pen NONE =
      new Pen() {
        @Override
        public void begin() {}

        @Override
        public void write(String more) {}

        @Override
        public void end() {}
      };

  /// Begins anew; what was written before is void unless it was said.
  void begin();

  void write(String more);

  /// Nothing more of it comes. This is called before what was written is told, so that nobody sees
  /// it once more after that.
  void end();
}
