package dev.retinue.cli.connect;

import java.util.Optional;

/// The settings of a client, as text. Everything but the entry of Retinue stays as it is. What
/// cannot be read is an [Unreadable].
interface Settings {
  String text();

  /// The entry as it stands there, on one line; empty if there is none.
  Optional<String> find();

  Settings with(Entry entry);

  Settings without();

  /// The same with the entry as it stands in others, or without one as they are.
  Settings like(Settings former);

  /// Whether nothing is in them.
  boolean isEmpty();

  static Settings of(Client client, String text) {
    return client == Client.CODEX ? new TomlSettings(text) : JsonSettings.of(client, text);
  }
}
