package dev.retinue.rules.planted.store;

import dev.retinue.rules.planted.core.CoreThatUsesTheStore;

/// Allowed by the picture, but the other half of a cycle.
public record StoreThatUsesTheCore(CoreThatUsesTheStore core) {}
