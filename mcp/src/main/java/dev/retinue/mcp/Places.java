package dev.retinue.mcp;

/// How much of a server one caller may have at once, as its host decides it. Whoever gets no place
/// is refused with an `RpcException`; what a place is given back by may be run more than once.
public interface Places {
  /// As many as anybody likes, within the bounds of the server.
  Places ANY =
      new Places() {
        @Override
        public Runnable session(Caller caller) {
          return () -> {};
        }

        @Override
        public Runnable subscription(Caller caller) {
          return () -> {};
        }
      };

  /// A place for a session of a legacy client, until it ends.
  Runnable session(Caller caller);

  /// A place for a stream of `subscriptions/listen`.
  Runnable subscription(Caller caller);
}
