package dev.retinue.core.template;

import java.util.List;
import java.util.Optional;

/// The templates that there are, in the order of their names, and what is said of files that are
/// none.
///
/// @param troubles a sentence, with the file, for each that cannot be used
public record Shelf(List<Template> templates, List<String> troubles) {
  public static final Shelf EMPTY = new Shelf(List.of(), List.of());

  public Shelf {
    templates = List.copyOf(templates);
    troubles = List.copyOf(troubles);
  }

  public Optional<Template> find(String name) {
    return templates.stream().filter(template -> template.name().equals(name)).findFirst();
  }
}
