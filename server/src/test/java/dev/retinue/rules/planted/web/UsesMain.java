package dev.retinue.rules.planted.web;

import dev.retinue.rules.planted.Main;

/// Reaches up to the wiring.
public record UsesMain(Main main) {}
