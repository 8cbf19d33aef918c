package dev.retinue.watch;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/// What is looked at when somebody asks, and costs nothing else.
final class Gauge extends Family {
  private final Type type;
  private final Supplier<Map<List<String>, Double>> look;

  Gauge(String name, String help, DoubleSupplier look) {
    this(Type.GAUGE, name, help, () -> Map.of(List.of(), look.getAsDouble()));
  }

  /// @param type a counter too, if somebody else counts
  Gauge(
      Type type,
      String name,
      String help,
      Supplier<Map<List<String>, Double>> look,
      String... labels) {
    super(name, help, labels);
    this.type = type;
    this.look = look;
  }

  @Override
  Type type() {
    return type;
  }

  /// What cannot be known now is left out.
  @Override
  void write(Exposition out) {
    look.get().entrySet().stream()
        .filter(it -> !it.getValue().isNaN())
        .sorted((a, b) -> a.getKey().toString().compareTo(b.getKey().toString()))
        .forEach(it -> out.line(name(), labels(), it.getKey(), it.getValue()));
  }
}
