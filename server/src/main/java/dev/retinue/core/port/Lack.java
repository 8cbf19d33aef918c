package dev.retinue.core.port;

/// What an agent lacks to begin.
///
/// @param need what is to be set, mostly a variable
/// @param purpose what it is for, mostly a model
public record Lack(String need, String purpose) {}
