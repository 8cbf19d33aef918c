package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Scalar;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A number of bytes as people write it: a whole number and one unit.
final class Sizes {
  private static final Pattern WRITTEN = Pattern.compile("(0|[1-9][0-9]{0,8})(B|KiB|MiB|GiB|TiB)");
  private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
  private static final int STEP = 10;

  private Sizes() {}

  static Kind<Long> upTo(long most) {
    var expected = "a size from 0B to %s, such as 64MiB or 10GiB".formatted(written(most));
    return new Single<>(
        expected,
        expected,
        scalar -> find(scalar.text()).filter(bytes -> bytes <= most),
        scalar -> remedy(scalar),
        Sizes::written);
  }

  private static String remedy(Scalar scalar) {
    return scalar.isNumber() ? "add the unit: B, KiB, MiB, GiB or TiB" : "";
  }

  private static Optional<Long> find(String text) {
    var matcher = WRITTEN.matcher(text);
    return matcher.matches()
        ? Optional.of(Long.parseLong(matcher.group(1)) << (STEP * UNITS.indexOf(matcher.group(2))))
        : Optional.empty();
  }

  /// In the largest unit that is exact.
  static String written(long bytes) {
    int unit =
        bytes == 0 ? 0 : Math.min(UNITS.size() - 1, Long.numberOfTrailingZeros(bytes) / STEP);
    return (bytes >> (STEP * unit)) + UNITS.get(unit);
  }
}
