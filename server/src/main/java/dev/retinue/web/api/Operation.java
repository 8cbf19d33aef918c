package dev.retinue.web.api;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Grants;
import dev.retinue.core.trace.Concern;
import dev.retinue.toolset.Toolsets;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Replies;
import dev.retinue.web.http.Route;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// One thing that programs can ask, how it is described, and how it is done.
record Operation(String method, String path, About about, Route.Handling handling) {
  /// Answers with a record or a tree, or refuses.
  @FunctionalInterface
  interface Answering {
    Object answer(ApiCall call);
  }

  /// What the OpenAPI document says of it.
  ///
  /// @param body what is sent along; nothing if there is no such type
  /// @param many whether a list of them is sent
  /// @param answer the records whose components are together the JSON that comes back; bytes if
  ///   there are none
  /// @param streams whether it may come as events instead
  record About(
      String summary,
      List<Parameter> parameters,
      Class<?> body,
      boolean many,
      List<Class<?>> answer,
      boolean streams) {
    static final Class<?> NO_BODY = Void.class;

    static About answering(String summary, Class<?>... answer) {
      return new About(summary, List.of(), NO_BODY, false, List.of(answer), false);
    }

    About taking(Class<?> sent) {
      return new About(summary, parameters, sent, false, answer, streams);
    }

    About takingMany(Class<?> sent) {
      return new About(summary, parameters, sent, true, answer, streams);
    }

    About with(Parameter... more) {
      return new About(summary, List.of(more), body, many, answer, streams);
    }

    About streaming() {
      return new About(summary, parameters, body, many, answer, true);
    }
  }

  /// What may stand behind the question mark.
  record Parameter(String name, String type, String description) {}

  /// One that is answered with JSON.
  static Operation json(String method, String path, About about, Answering answering) {
    return any(
        method,
        path,
        about,
        call -> {
          var visit = call.visit();
          var answer = answering.answer(call);
          Replies.json(visit.response(), visit.callback(), 200, answer);
        });
  }

  /// One that answers itself, unless it refuses.
  static Operation any(String method, String path, About about, Consumer<ApiCall> handling) {
    return new Operation(
        method,
        path,
        about,
        visit -> {
          try {
            told(new ApiCall(visit), handling);
          } catch (RetinueException e) {
            Refusal.send(visit, e);
          } catch (BodyReader.Unacceptable e) {
            Refusal.send(visit, e.status(), ErrorCode.INVALID_INPUT, e.sentence());
          }
        });
  }

  /// The same, but only for callers who are granted one of these toolsets.
  Operation within(Set<String> toolsets, Grants grants) {
    return new Operation(
        method,
        path,
        about,
        visit -> {
          try {
            Toolsets.requireOne(visit.who(), toolsets, grants);
            handling.handle(
                visit.asLongAs(() -> Toolsets.mayUseOne(visit.who(), toolsets, grants)));
          } catch (RetinueException e) {
            Refusal.send(visit, e);
          }
        });
  }

  /// A line of the log says for whom it is.
  private static void told(ApiCall call, Consumer<ApiCall> handling) {
    if (!Concern.isWanted()) {
      handling.accept(call);
      return;
    }
    var run = call.caller().run();
    Concern.during(
        call.caller().id(),
        run == null ? null : run.text(),
        () -> {
          handling.accept(call);
          return call;
        });
  }

  Route route() {
    return new Route(method, path, handling);
  }
}
