package dev.retinue.config.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;

/// The one YAML document that a file holds.
public final class YamlDocument {
  /// More than any configuration has, and little enough to be read at once.
  public static final int MOST_BYTES = 1024 * 1024;

  /// How deep values stand in one another.
  public static final int DEEPEST = 32;

  /// With every alias counted in full.
  public static final int MOST_VALUES = 50_000;

  private YamlDocument() {}

  /// The tree of it; empty where the file holds nothing but comments. Mistakes that do not hide the
  /// rest are noted, any other is thrown.
  public static Optional<YamlNode> parse(byte[] bytes, Mistakes mistakes) {
    return parse(bytes, MOST_VALUES, mistakes);
  }

  /// The same of a file that somebody else may have written.
  ///
  /// @param most how many values it may hold, with every alias counted in full
  public static Optional<YamlNode> parse(byte[] bytes, int most, Mistakes mistakes) {
    var text = YamlText.of(bytes, mistakes);
    try {
      return new YamlTree(new Parse(settings(text)).parseString(text).iterator(), most, mistakes)
          .read();
    } catch (MarkedYamlEngineException e) {
      throw SyntaxMistake.of(e, mistakes);
    } catch (YamlVersionException e) {
      throw mistakes.last(Position.START, "this version of YAML is not known; remove '%YAML'.");
    } catch (YamlEngineException e) {
      throw mistakes.last(
          Position.START,
          "this is not YAML: %s.".formatted(Quoted.shortened(String.valueOf(e.getMessage()))));
    }
  }

  /// The whole text in one buffer: a long word would make the library copy what it has again for
  /// every buffer that it reads.
  private static LoadSettings settings(String text) {
    return LoadSettings.builder()
        .setCodePointLimit(MOST_BYTES)
        .setBufferSize(text.length() + 1)
        .build();
  }
}
