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

  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(MOST_BYTES).build();

  private YamlDocument() {}

  /// The tree of it; empty where the file holds nothing but comments. Mistakes that do not hide the
  /// rest are noted, any other is thrown.
  public static Optional<YamlNode> parse(byte[] bytes, Mistakes mistakes) {
    var text = YamlText.of(bytes, mistakes);
    try {
      return new YamlTree(new Parse(SETTINGS).parseString(text).iterator(), mistakes).read();
    } catch (MarkedYamlEngineException e) {
      throw mistakes.last(
          Position.of(e.getProblemMark().or(e::getContextMark)), SyntaxMistake.sentence(e));
    } catch (YamlVersionException e) {
      throw mistakes.last(Position.START, "this version of YAML is not known; remove '%YAML'.");
    } catch (YamlEngineException e) {
      throw mistakes.last(
          Position.START, "this is not YAML: %s.".formatted(Quoted.shortened(e.getMessage())));
    }
  }
}
