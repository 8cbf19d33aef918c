package dev.retinue.core;

/// Why something was refused. Every surface maps these, and nothing else, to its own words.
public enum ErrorCode {
  INVALID_INPUT,
  UNAUTHORIZED,
  FORBIDDEN,
  NOT_FOUND,
  CONFLICT,
  LIMIT_EXCEEDED,
  INTERNAL_ERROR,
  SERVICE_UNAVAILABLE
}
