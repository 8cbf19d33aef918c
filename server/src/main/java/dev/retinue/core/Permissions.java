package dev.retinue.core;

import java.util.List;
import java.util.Objects;

/// Rules about tools and what they are called with. What is denied is denied, whatever else is
/// said; what is to be asked is asked; what is allowed is done.
public record Permissions(List<String> allow, List<String> ask, List<String> deny) {
  public static final Permissions NONE = new Permissions(List.of(), List.of(), List.of());

  public Permissions {
    allow = List.copyOf(Objects.requireNonNullElse(allow, List.of()));
    ask = List.copyOf(Objects.requireNonNullElse(ask, List.of()));
    deny = List.copyOf(Objects.requireNonNullElse(deny, List.of()));
  }
}
