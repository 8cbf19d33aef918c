package dev.retinue.runtime.coder.client;

import java.util.List;

/// What workspaces are made from.
///
/// @param versionId what they are made from now
public record Template(
    String id, String name, String displayName, String description, String versionId) {

  /// A choice of values for the parameters of a version.
  public record Preset(String id, String name, boolean isDefault, List<String> parameters) {}

  /// The value of a parameter.
  public record Parameter(String name, String value) {}
}
