package dev.retinue.core;

/// An event as it stands in the record.
///
/// @param position counts the events of all runs
/// @param sequence counts the events of its run, from 1 without a gap
public record Recorded(long position, RunId run, long sequence, RunEvent event) {}
