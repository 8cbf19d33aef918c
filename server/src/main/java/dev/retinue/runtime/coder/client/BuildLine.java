package dev.retinue.runtime.coder.client;

import java.time.Instant;

/// A line that was said while a workspace was made.
///
/// @param level trace, debug, info, warn or error
public record BuildLine(Instant at, String level, String stage, String text) {}
