package dev.retinue.mcp.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A picture that a client may show beside a name.
public record Icon(String src, @Nullable String mimeType, @Nullable List<String> sizes) {}
