package dev.retinue.core;

/// What is known of a large text or other bytes kept beside the store. It is true even if the file
/// has more in it: only what is recorded here was ever acknowledged.
///
/// @param file where it is, below the folder of blobs
/// @param bytes how long it is
/// @param storedBytes how long it is in its compressed form
/// @param pieces of how many separately compressed pieces it consists
public record Blob(String file, long bytes, long storedBytes, int pieces) {}
