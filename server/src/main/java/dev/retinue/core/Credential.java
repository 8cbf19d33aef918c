package dev.retinue.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A caller as it is kept: its token only as a hash.
///
/// @param hash SHA-256 of the token, in hexadecimal
public record Credential(
    String caller,
    String name,
    Caller.Scope scope,
    String hash,
    Instant createdAt,
    @Nullable Instant revokedAt) {}
