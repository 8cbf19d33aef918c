package dev.retinue.watch;

import java.util.List;
import java.util.Locale;

/// All values of one name, as Prometheus reads them.
abstract sealed class Family permits Counter, Gauge, Histogram {
  /// What kind of numbers they are.
  enum Type {
    COUNTER,
    GAUGE,
    HISTOGRAM;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final String name;
  private final String help;
  private final List<String> labels;

  /// @param help what it says, as one sentence
  /// @param labels the names of what tells its values apart
  Family(String name, String help, String... labels) {
    this.name = name;
    this.help = help;
    this.labels = List.of(labels);
  }

  String name() {
    return name;
  }

  String help() {
    return help;
  }

  List<String> labels() {
    return labels;
  }

  abstract Type type();

  /// Writes its lines.
  abstract void write(Exposition out);
}
