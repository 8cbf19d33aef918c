package dev.retinue.store;

import dev.retinue.core.RunEvent;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How events are written down. Each kind has a name and a version; what was ever written is read
/// for ever, so a kind whose shape changes gets a new version, and its old one a translation here.
final class EventForm {
  static final int VERSION = 1;

  private static final Map<String, Class<? extends RunEvent>> KINDS =
      Stream.of(RunEvent.class.getPermittedSubclasses())
          .map(type -> type.<RunEvent>asSubclass(RunEvent.class))
          .collect(Collectors.toMap(EventForm::name, Function.identity()));

  private static final Map<Class<? extends RunEvent>, String> NAMES =
      KINDS.values().stream().collect(Collectors.toMap(Function.identity(), EventForm::name));

  private EventForm() {}

  static String kind(RunEvent event) {
    return Objects.requireNonNull(NAMES.get(event.getClass()));
  }

  /// The name of the record in small letters: `ToolCalled` is `tool_called`.
  private static String name(Class<? extends RunEvent> type) {
    return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  static String body(RunEvent event) {
    // An agent may say what it found in its environment.
    return MaskedForm.JSON.writeValueAsString(
        event instanceof RunEvent.ToolCalled called ? MaskedForm.of(called) : event);
  }

  static RunEvent read(String kind, int version, String body) {
    var type = KINDS.get(kind);
    if (type == null || version > VERSION) {
      throw new IllegalStateException(
          "an event '%s' of version %d is of a later Retinue".formatted(kind, version));
    }
    return Stored.JSON.readValue(body, type);
  }
}
