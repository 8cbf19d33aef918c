package dev.retinue.config;

/// A value for a key that does not come from the file.
///
/// @param path the key, with the sections above it: `server.port`
/// @param source who says it: a variable or an option
/// @param text the value as it was written there
public record Given(String path, String source, String text) {}
