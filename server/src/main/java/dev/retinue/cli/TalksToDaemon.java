package dev.retinue.cli;

/// A command that is worth nothing without a daemon: one that cannot be reached is an ending of its
/// own, [ExitCode#UNREACHABLE].
interface TalksToDaemon {}
