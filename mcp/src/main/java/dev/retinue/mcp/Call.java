package dev.retinue.mcp;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the handler of a request knows of it, and can do meanwhile. Handlers are plain blocking
/// code; a cancelled call interrupts its thread and does nothing else.
public interface Call {
  Caller caller();

  /// Names this call, and is the same when the handler runs again, after an `ask` or a restart: a
  /// key for what must begin only once. A client that may repeat a call names it itself, in `_meta`
  /// under `dev.retinue/call`; names of different callers have nothing to do with one another.
  String id();

  /// Whether the client gave this call its name, because it may repeat it.
  default boolean isNamed() {
    return false;
  }

  /// The request's `_meta`, with the trace context if the client sent one.
  ObjectNode meta();

  /// Whether the client declared that it can answer such a request.
  boolean clientCan(String capability);

  /// What the client calls itself; empty if it does not say.
  default String clientName() {
    return "";
  }

  /// The tool that is called; empty where none is.
  default String tool() {
    return "";
  }

  /// Why nobody waits for the answer any more; nothing while somebody may. It says why the thread
  /// was interrupted, and of an answer that is ready whether it would be heard.
  default Optional<Departure> departure() {
    return Optional.empty();
  }

  /// Lets the client hear from now on when this resource changes, until its last change, where it
  /// has a session in which to hear it.
  ///
  /// @return whether it will hear of it
  default boolean watch(String uri) {
    return false;
  }

  /// Tells the client how far the work is. Goes out only if the client asked for it and `done` has
  /// grown.
  void progress(double done, @Nullable Double total, @Nullable String message);

  /// Says something for the client's log, if it wants to hear of this level.
  void log(LogLevel level, String logger, JsonNode data);

  /// Asks the client, and waits. Depending on the client that is a request to it, a task that needs
  /// input, or an end of this call: then the handler runs again, from its beginning, when the
  /// answers are there. So ask before you do anything that lasts, or use `remember`. A key belongs
  /// to one question of a call, and asking it again gives the same answer.
  Map<String, ObjectNode> ask(Map<String, InputRequest> questions);

  default ObjectNode ask(String key, InputRequest question) {
    return java.util.Objects.requireNonNull(ask(Map.of(key, question)).get(key));
  }

  /// Takes questions back that need no answer any more, because somebody else gave it: whoever
  /// waits for them in `ask` goes on without one. They are not asked again. Only a call in a task
  /// waits in a way that can be ended so.
  default void withdraw(Set<String> questions) {}

  /// Whether the answer of this call is fetched later, so that it may take as long as it likes.
  default boolean inTask() {
    return false;
  }

  /// Whether the client has called this task off. An interrupt alone does not say so: the server
  /// may be ending, and the task goes on with the next one.
  default boolean cancelled() {
    return false;
  }

  /// Begins something that lasts, once, and returns its handle: the same one if the handler runs
  /// again after an `ask`. In a task the handle is kept for good before this returns, so that it is
  /// the same after a restart, too. Only if the process dies after `begin` and before its handle is
  /// kept, it is begun again: where that matters, let `begin` use `id` as its idempotency key.
  String remember(String key, Supplier<String> begin);

  /// Lets go of the client's connection while the work goes on, where the client can come back for
  /// the answer.
  void releaseConnection();
}
