package dev.retinue.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whether a record that came from elsewhere has all that it must have. JSON may leave out
/// anything, and who reads a record relies on what its components say of themselves.
final class Whole {
  private static final Instant FIRST = Instant.EPOCH;
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  private static final ClassValue<List<Part>> PARTS =
      new ClassValue<>() {
        @Override
        protected List<Part> computeValue(Class<?> type) {
          return Stream.of(type.getRecordComponents()).map(Part::of).toList();
        }
      };

  private Whole() {}

  private record Part(RecordComponent component, boolean optional) {
    static Part of(RecordComponent component) {
      return new Part(component, component.getAnnotatedType().isAnnotationPresent(Nullable.class));
    }

    @Nullable Object of(Record whole) {
      try {
        return component.getAccessor().invoke(whole);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("%s of %s".formatted(component, whole.getClass()), e);
      }
    }
  }

  /// The same, if nothing is missing in it, and in nothing that is in it.
  static <T> T required(T value) {
    look(value);
    return value;
  }

  private static void look(Object value) {
    switch (value) {
      case Record whole -> {
        for (var part : PARTS.get(whole.getClass())) {
          var found = part.of(whole);
          if (found != null) {
            look(found);
          } else if (!part.optional()) {
            throw new IllegalStateException(
                "%s has no %s"
                    .formatted(whole.getClass().getSimpleName(), part.component.getName()));
          }
        }
      }
      case Collection<?> all -> all.forEach(Whole::look);
      case Map<?, ?> all -> all.values().forEach(Whole::look);
      case Instant at -> {
        if (at.isBefore(FIRST) || at.isAfter(LAST)) {
          throw new IllegalStateException("a moment that cannot be");
        }
      }
      case Duration time -> {
        if (time.isNegative()) {
          throw new IllegalStateException("a time that cannot be");
        }
      }
      default -> {
        // Texts, numbers and the like are there, and that is all.
      }
    }
  }
}
