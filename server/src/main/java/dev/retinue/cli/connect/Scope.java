package dev.retinue.cli.connect;

/// For whom something is set: for everything that its user does, or for one project.
public enum Scope {
  USER,
  PROJECT
}
