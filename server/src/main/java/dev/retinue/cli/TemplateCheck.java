package dev.retinue.cli;

import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What `retinue doctor` says of templates.
final class TemplateCheck {
  private TemplateCheck() {}

  /// @param data the data directory
  static Finding finding(Path data, Map<String, String> environment) {
    List<Path> folders;
    try {
      folders = ConfigOption.read(null, List.of(), environment).settings().templates();
    } catch (RetinueException _) {
      folders = List.of(); // That is another finding.
    }
    var shelf = TemplateShelf.of(data, folders).current();
    long own = shelf.templates().stream().filter(it -> !it.source().isBundled()).count();
    var text = "%d bundled, %d of your own".formatted(shelf.templates().size() - own, own);
    return shelf.troubles().isEmpty()
        ? Finding.ok("templates", text)
        : Finding.warn(
            "templates",
            text + "; left out:\n" + String.join("\n", shelf.troubles()),
            "Correct them; 'retinue templates check <file>' looks at one again.");
  }
}
