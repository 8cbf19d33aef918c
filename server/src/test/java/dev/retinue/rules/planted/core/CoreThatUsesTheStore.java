package dev.retinue.rules.planted.core;

import dev.retinue.rules.planted.store.StoreThatUsesTheCore;

/// Breaks the picture, and closes a cycle.
public record CoreThatUsesTheStore(StoreThatUsesTheCore store) {}
