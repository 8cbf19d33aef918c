package dev.retinue.mcp;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A tool: a class with an input record, an output record and a `call`. Its schemas come from the
/// records, and `call` sees only arguments that fit them. An output of
/// [dev.retinue.mcp.model.ToolResult] is taken as it is, and has no schema.
public interface Tool<I extends Record, O extends Record> {
  /// Does the work. A `ToolException` is an answer for the model; everything else is a defect.
  O call(I input, Call call) throws Exception;

  /// Asks what must be known before the work becomes a task. The answers are there when `call` asks
  /// for them by the same keys.
  default void prepare(I input, Call call) throws Exception {}

  /// An output that has a text of its own, beside the structure, for those who read text.
  interface Worded {
    String text();
  }

  /// An output that may say that the work has failed: then it is an error for the model.
  interface Fallible {
    boolean failed();
  }

  /// What the tool list says of it.
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Spec {
    String name();

    String title() default "";

    String description();

    boolean readOnly() default false;

    boolean destructive() default true;

    boolean idempotent() default false;

    boolean openWorld() default true;

    TaskSupport tasks() default TaskSupport.NEVER;

    /// Whether a task that a restart has interrupted may run again from its beginning. That is so
    /// for a tool that begins what lasts through `remember` alone; any other would begin it twice.
    boolean resumable() default false;

    /// Rises when the tool changes so that an old call of it would fail or mean something else.
    int version() default 1;
  }

  /// Whether a call may be answered with a task, for a client that knows tasks.
  enum TaskSupport {
    NEVER,
    ALLOWED,
    REQUIRED
  }
}
