package dev.retinue.web.http;

/// What is done for one method at one path.
///
/// @param method `*` for every one: then the handling says itself which it takes
public record Route(String method, Template path, Handling handling) {
  public static final String EVERY_METHOD = "*";

  /// Answers a request, sooner or later.
  @FunctionalInterface
  public interface Handling {
    void handle(Visit visit);
  }

  public Route(String method, String path, Handling handling) {
    this(method, new Template(path), handling);
  }

  boolean takes(String other) {
    return method.equals(EVERY_METHOD) || method.equals(other);
  }
}
