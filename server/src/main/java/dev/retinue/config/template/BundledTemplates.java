package dev.retinue.config.template;

import dev.retinue.core.template.Template;
import dev.retinue.core.template.Template.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// The templates that come with Retinue, in files beside its classes.
public final class BundledTemplates {
  /// A jar cannot be asked what is in it, so they are named here.
  public static final List<String> NAMES =
      List.of(
          "analyze_code",
          "analyze_deps",
          "find_security_issues",
          "fix_failing_test",
          "review_code",
          "run_tests",
          "summarize_changes",
          "write_tests");

  private static final String FOLDER = "/dev/retinue/templates/";

  private BundledTemplates() {}

  static Map<String, Template> read(TemplateReader reader) {
    var all = new TreeMap<String, Template>();
    for (var name : NAMES) {
      var template = reader.read(Source.BUNDLED, bytes(name));
      all.put(template.name(), template);
    }
    return all;
  }

  private static byte[] bytes(String name) {
    var resource = FOLDER + name + ".md";
    try (var in = BundledTemplates.class.getResourceAsStream(resource)) {
      return Objects.requireNonNull(in, resource).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
