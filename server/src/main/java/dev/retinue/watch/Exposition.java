package dev.retinue.watch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The text that Prometheus reads, format 0.0.4.
final class Exposition {
  /// What HTTP says of it.
  static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final StringBuilder text = new StringBuilder(16 * 1024);

  void write(Family family) {
    text.append("# HELP ").append(family.name()).append(' ');
    escape(family.help(), false);
    text.append("\n# TYPE ").append(family.name()).append(' ');
    text.append(family.type().word()).append('\n');
    family.write(this);
  }

  /// One value.
  void line(String name, List<String> labels, List<String> values, double value) {
    text.append(name);
    labels(labels, values, null);
    number(value);
  }

  /// One bucket of a histogram.
  void bucket(String name, List<String> labels, List<String> values, String bound, long count) {
    text.append(name).append("_bucket");
    labels(labels, values, bound);
    number((double) count);
  }

  private void labels(List<String> labels, List<String> values, @Nullable String bound) {
    if (labels.isEmpty() && bound == null) {
      return;
    }
    text.append('{');
    for (int i = 0; i < labels.size(); i++) {
      text.append(i == 0 ? "" : ",").append(labels.get(i)).append("=\"");
      escape(values.get(i), true);
      text.append('"');
    }
    if (bound != null) {
      text.append(labels.isEmpty() ? "" : ",").append("le=\"").append(bound).append('"');
    }
    text.append('}');
  }

  private void number(double value) {
    text.append(' ');
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      text.append((long) value);
    } else {
      text.append(value);
    }
    text.append('\n');
  }

  private void escape(String value, boolean quoted) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\') {
        text.append("\\\\");
      } else if (c == '\n') {
        text.append("\\n");
      } else if (c == '"' && quoted) {
        text.append("\\\"");
      } else {
        text.append(c);
      }
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
