package dev.retinue.core.template;

/// Where templates come from.
public interface TemplateSource {
  /// Those that there are now. As long as nothing has changed, it is the same object.
  Shelf current();
}
