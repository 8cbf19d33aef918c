package dev.retinue.rules.planted;

/// Stands for the wiring.
public record Main() {}
