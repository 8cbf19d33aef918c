package dev.retinue.web.http;

/// What is done for one method at one path.
///
/// @param method `*` for every one: then the handling says itself which it takes
/// @param open whether it is for everybody who comes under a name of ours: then nobody is asked who
///   he is, and nobody is known to whoever handles it
public record Route(String method, Template path, Handling handling, boolean open) {
  public static final String EVERY_METHOD = "*";

  /// Where a request says which route it took.
  public static final String TAKEN = "dev.retinue.route";

  /// Answers a request, sooner or later.
  @FunctionalInterface
  public interface Handling {
    void handle(Visit visit);
  }

  /// For those who are let in.
  public Route(String method, String path, Handling handling) {
    this(method, new Template(path), handling, false);
  }

  /// For everybody: what stands there must be no secret, and must change nothing.
  public static Route open(String method, String path, Handling handling) {
    return new Route(method, new Template(path), handling, true);
  }

  boolean takes(String other) {
    return method.equals(EVERY_METHOD) || method.equals(other);
  }
}
