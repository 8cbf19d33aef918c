package dev.retinue.runtime.cli.confine;

import dev.retinue.core.Confinement;
import dev.retinue.core.RunId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A program that needs a place.
///
/// @param directory where it works
/// @param mayWrite whether it may change what is there
/// @param scratch the private folder of its run, with what is temporary in `temporary`
/// @param program what is started
/// @param belongings what it keeps in its owner's home: names there, or variables that say where
/// @param environment what it sees
/// @param readable what else it needs to read
/// @param writable what else it needs to change: the files that it prints to, if they are not in
///   its folder
public record Guest(
    RunId run,
    Confinement confinement,
    Path directory,
    boolean mayWrite,
    Path scratch,
    Path temporary,
    Path program,
    List<String> belongings,
    Map<String, String> environment,
    List<Path> readable,
    List<Path> writable) {}
